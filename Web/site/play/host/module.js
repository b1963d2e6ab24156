// A core as a page calls it: the module's exports, and bytes that go over the border.

/** A seed as the core takes it, 64 bits by chance. */
export const newSeed = () => crypto.getRandomValues(new BigInt64Array(1))[0];

export class Module {
    /** The module's exports. */
    core;

    /** @param {any} core WebAssembly's exports have no types */
    constructor(core) {
        this.core = core;
    }

    /** @param {string} address */
    static async load(address) {
        const { instance } = await WebAssembly.instantiateStreaming(fetch(address), {});
        return new Module(instance.exports);
    }

    /**
     * Copies what the core handed over last.
     * @template {Uint8Array | Int16Array | Int32Array | BigInt64Array} Kind
     * @param {number} count @param {new (memory: ArrayBuffer, address: number, count: number) => Kind} Type
     * @returns {Kind}
     */
    handed(count, Type) {
        return /** @type {Kind} */ (new Type(this.core.memory.buffer, this.core.handed_address(), count).slice());
    }

    /**
     * Gives the core bytes.
     * @param {Uint8Array} bytes @returns {boolean} whether it takes so many
     */
    hand(bytes) {
        const at = this.core.room(bytes.length);
        if (at === 0) return false;
        new Uint8Array(this.core.memory.buffer, at, bytes.length).set(bytes);
        return true;
    }

    /**
     * The pictures' names and boxes.
     * @returns {{name: string, box: number[]}[]}
     */
    sprites() {
        const decoder = new TextDecoder();
        return Array.from({ length: this.core.sprite_count() }, (_, index) => {
            const name = decoder.decode(this.handed(this.core.sprite_name(index), Uint8Array));
            return { name, box: [...this.handed(this.core.sprite_box(index), Int32Array)] };
        });
    }
}
