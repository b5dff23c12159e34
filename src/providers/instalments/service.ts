import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  MedusaError,
  PaymentActions,
} from "@medusajs/framework/utils"
import { logLine, messageOf } from "../../modules/instalments/log"
import { notAvailable } from "../../modules/instalments/rules"
import { notifyUrl } from "../../modules/instalments/service-api"
import { authorizeFromLedger } from "./authorize-from-ledger"
import { openCheckout } from "./open-checkout"
import { refund } from "./refund"
import { partsOf, type Cradle, type Parts } from "./parts"

const HOUR_MS = 3_600_000

/**
 * Medusa's payment provider `pp_instalments_instalments`: it maps each of
 * Medusa's calls to the ledger. It has no options of its own.
 */
export class InstalmentsPaymentProvider extends AbstractPaymentProvider {
  static override identifier = "instalments"

  constructor(
    private readonly cradle: Cradle,
    options: Record<string, unknown> = {}
  ) {
    super(cradle, options)
  }

  /**
   * Opens a checkout for the cart behind the payment session, or finds the one
   * that the same payable state already has.
   */
  override async initiatePayment(
    input: InitiatePaymentInput
  ): Promise<InitiatePaymentOutput> {
    const sessionId = sessionIdOf(input.context?.idempotency_key)
    const data = await this.withLedger((parts) =>
      openCheckout(parts, sessionId, input)
    )
    return { id: data.reference, data }
  }

  /** A changed amount needs a new checkout: the service cannot change one. */
  override async updatePayment(
    input: UpdatePaymentInput
  ): Promise<UpdatePaymentOutput> {
    const sessionId = sessionIdOf(input.context?.idempotency_key)
    const data = await this.withLedger((parts) =>
      openCheckout(parts, sessionId, input)
    )
    return { data }
  }

  /**
   * `captured` when the ledger knows the payment, else an error that means "not
   * yet".
   */
  override async authorizePayment(
    input: AuthorizePaymentInput
  ): Promise<AuthorizePaymentOutput> {
    const sessionId = sessionIdOf(input.context?.idempotency_key)
    return this.withLedger((parts) =>
      authorizeFromLedger(parts, sessionId, input.data ?? {})
    )
  }

  /** Nothing to do: a successful checkout is paid in full. */
  override async capturePayment(
    input: CapturePaymentInput
  ): Promise<CapturePaymentOutput> {
    return { data: input.data ?? {} }
  }

  /**
   * Does nothing: the service cannot void a payment, and a cancellation is not
   * a refund.
   */
  override async cancelPayment(
    input: CancelPaymentInput
  ): Promise<CancelPaymentOutput> {
    return { data: input.data ?? {} }
  }

  /** Does nothing: the ledger keeps checking the checkout. */
  override async deletePayment(
    input: DeletePaymentInput
  ): Promise<DeletePaymentOutput> {
    return { data: input.data ?? {} }
  }

  /** Files a refund; it is sent when the rules allow it. */
  override async refundPayment(
    input: RefundPaymentInput
  ): Promise<RefundPaymentOutput> {
    return this.withLedger(
      (parts) => refund(parts, input),
      "Instalment payments cannot be looked up right now, so nothing was refunded. Try again in a minute."
    )
  }

  override async retrievePayment(
    input: RetrievePaymentInput
  ): Promise<RetrievePaymentOutput> {
    return { data: input.data ?? {} }
  }

  /** The ledger's status, which the browser cannot write. */
  override async getPaymentStatus(
    input: GetPaymentStatusInput
  ): Promise<GetPaymentStatusOutput> {
    const reference = String(input.data?.reference ?? "")
    const [checkout] = await this.withLedger(({ ledger }) =>
      ledger.listCheckouts({ id: reference })
    )
    const status = checkout?.status
    return {
      data: input.data ?? {},
      status: status === "successful" ? "captured" : "pending",
    }
  }

  /** Not used: the service's callback has its own route. Anybody can post there. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    const { ledger, logger } = partsOf(this.cradle)
    const line = ledger.floodLog.line(
      "built_in_hook",
      () =>
        `An instalment callback came to Medusa's built-in hook and was ignored. notify_url is ${notifyUrl(ledger.options)}`,
      ledger.now(),
      HOUR_MS
    )
    if (line) {
      logger.warn(line)
    }
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  /** When the ledger cannot be used, Medusa gets words, at once, and no error of SQL. */
  private async withLedger<T>(
    work: (parts: Parts) => Promise<T>,
    words?: string
  ): Promise<T> {
    const parts = partsOf(this.cradle)
    try {
      await parts.ledger.reach.check()
      return await work(parts)
    } catch (error) {
      if (MedusaError.isMedusaError(error)) {
        throw error
      }
      parts.logger.error(
        logLine(
          `Medusa asked about an instalment payment, and this failed: ${messageOf(error)}`,
          {}
        )
      )
      throw notAvailable(words)
    }
  }
}

function sessionIdOf(idempotencyKey: string | undefined): string {
  if (!idempotencyKey) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Medusa named no payment session for this instalment payment. Choose the payment method again.",
      "instalments_invalid_request"
    )
  }
  return idempotencyKey
}
