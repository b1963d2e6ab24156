import LaurelDomain
import LaurelWire
import Testing

/// What pages say in the reader's language is a word and its values; the sentence beside them is for people who read
/// English.
@Suite("Reasons in answers") struct ReasonAnswerTests {
    @Test("a review's reason has the numbers of its rule beside the sentence, and only those")
    func review() throws {
        let reasons: [(ReviewReason.Seen, String)] = [
            (.everyScore, #"{"isHeldBefore":false}"#), (.heldBefore, #"{"isHeldBefore":true}"#),
            (.outOfRange(101, lowest: 0, highest: 100), #"{"value":101,"minimum":0,"maximum":100}"#),
            (.tooSoon(apart: 12, minimum: 1_000), #"{"minimum":1000,"apart":12}"#),
            (.leapOverBest(300, best: 100, percent: 150), #"{"value":300,"best":100,"percent":150}"#),
            (.leapOverBoard(99, spreads: 3, spread: 12, quartile: 40), #"{"value":99,"best":40,"spreads":3}"#),
        ]
        for (seen, values) in reasons {
            let answer = ReviewAnswer.Reason(ReviewReason(seen))
            #expect(String(decoding: answer.json, as: UTF8.self).hasSuffix(#","values":\#(values)}"#), "\(answer)")
            #expect(try ReviewAnswer.Reason.shape.answer(json: answer.json) == answer)
        }
        let reported = ReviewAnswer.Reason(ReviewReason(.reported, "A player reported this name as spam."))
        #expect(
            String(decoding: reported.json, as: UTF8.self)
                == #"{"rule":"reported","sentence":"A player reported this name as spam."}"#)
    }

    @Test("a delivery that got no response says why by a word")
    func delivery() {
        func reason(_ last: WebhookDelivery.Attempt?) -> WebhookDelivery.Attempt.Reason? {
            let moment = Timestamp(clamping: 0)
            let delivery = WebhookDelivery(
                id: WebhookDeliveryID(1), app: AppNumber(1), environment: .sandbox, event: .test, created: moment,
                due: moment, last: last)
            return WebhookDeliveryAnswer(delivery).lastReason
        }
        func failed(_ failure: String) -> WebhookDelivery.Attempt {
            WebhookDelivery.Attempt(time: Timestamp(clamping: 0), status: nil, failure: failure)
        }
        #expect(reason(nil) == nil)
        #expect(reason(WebhookDelivery.Attempt(time: Timestamp(clamping: 0), status: 500)) == nil)
        // As the log of deliveries has kept them.
        #expect(reason(failed("the webhook is off")) == .off)
        #expect(reason(failed("the address isn't allowed: notHTTPS")) == .address)
        #expect(reason(failed("Couldn't connect to server")) == .unreached)
    }
}
