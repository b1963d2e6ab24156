"""An SMTP server of another people's library, aiosmtpd, which does as a test wants.

usage: mail_server.py FOLDER MODE

MODE: plain; starttls (with a certificate that it makes, and a user "games" with the password "open sesame"); refuse
(550 to every receiver); busy (451); hang (answers nothing once it is greeted).

Prints {"port": …, "authorities": …} (a file in FOLDER), then a line of JSON for each mail that it took: sender,
receivers, whether it came by TLS and from whom, the headers, and the parts decoded. A line "greeted" for each client
that a hanging server keeps waiting.
"""
import asyncio
import datetime
import email
import email.policy
import ipaddress
import json
import socket
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

folder, mode = sys.argv[1:3]


def say(value):
    print(json.dumps(value), flush=True)


def certificate():
    """For 127.0.0.1, signed by itself: the file of authorities is the certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail.example")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    with open(f"{folder}/mail.pem", "wb") as file:
        file.write(made.public_bytes(serialization.Encoding.PEM))
    with open(f"{folder}/mail.key", "wb") as file:
        file.write(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/mail.pem", f"{folder}/mail.key")
    return context


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if mode == "refuse":
            return "550 5.1.1 no such user here"
        if mode == "busy":
            return "451 4.3.2 try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        say({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "greeting": session.host_name,
            "isSecure": session.ssl is not None, "user": (session.auth_data or b"").decode(),
            "headers": {name: str(value) for name, value in message.items()},
            "defects": [str(defect) for part in message.walk() for defect in part.defects],
            "parts": {part.get_content_type(): part.get_content() for part in message.iter_parts()},
        })
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    isRight = isinstance(data, LoginPassword) and data == LoginPassword(b"games", b"open sesame")
    return AuthResult(success=isRight, auth_data=b"games" if isRight else None)


async def hang(reader, writer):
    say("greeted")
    # Whatever it says is read, and never answered.
    while await reader.read(1024):
        pass


async def main():
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    if mode == "hang":
        server = await asyncio.start_server(hang, sock=listening)
    else:
        options = {"enable_SMTPUTF8": False}
        if mode == "starttls":
            options |= {
                "tls_context": certificate(), "require_starttls": True, "authenticator": authenticate,
                "auth_required": True, "auth_require_tls": True,
            }
        server = await asyncio.get_running_loop().create_server(
            lambda: SMTP(Handler(), **options), sock=listening)
    say({"port": port, "authorities": f"{folder}/mail.pem"})
    async with server:
        await server.serve_forever()


asyncio.run(main())
