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
import { authorizeFromLedger } from "./authorize-from-ledger"
import { openCheckout } from "./open-checkout"
import { refund } from "./refund"
import { partsOf, type Cradle } from "./parts"

/**
 * Medusa's payment provider `pp_instalments_instalments`: thin, it maps each
 * of Medusa's calls onto the ledger. It takes no options of its own.
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
    const data = await openCheckout(
      partsOf(this.cradle),
      sessionIdOf(input.context?.idempotency_key),
      input
    )
    return { id: data.reference, data }
  }

  /** A changed amount needs a new checkout, as the service never changes one. */
  override async updatePayment(
    input: UpdatePaymentInput
  ): Promise<UpdatePaymentOutput> {
    const sessionId = sessionIdOf(input.context?.idempotency_key)
    return {
      data: await openCheckout(partsOf(this.cradle), sessionId, input),
    }
  }

  /** `captured` when the ledger knows the payment, else a clean "not yet". */
  override async authorizePayment(
    input: AuthorizePaymentInput
  ): Promise<AuthorizePaymentOutput> {
    return authorizeFromLedger(
      partsOf(this.cradle),
      sessionIdOf(input.context?.idempotency_key),
      input.data ?? {}
    )
  }

  /** Nothing to do: a successful checkout is paid in full. */
  override async capturePayment(
    input: CapturePaymentInput
  ): Promise<CapturePaymentOutput> {
    return { data: input.data ?? {} }
  }

  /** Moves no money: the service has no void, and a refund is a refund. */
  override async cancelPayment(
    input: CancelPaymentInput
  ): Promise<CancelPaymentOutput> {
    return { data: input.data ?? {} }
  }

  /** Forgets nothing: the checkout stays watched in the ledger. */
  override async deletePayment(
    input: DeletePaymentInput
  ): Promise<DeletePaymentOutput> {
    return { data: input.data ?? {} }
  }

  /** Asks the service for a refund, or keeps it until it may be asked for. */
  override async refundPayment(
    input: RefundPaymentInput
  ): Promise<RefundPaymentOutput> {
    return refund(partsOf(this.cradle), input)
  }

  override async retrievePayment(
    input: RetrievePaymentInput
  ): Promise<RetrievePaymentOutput> {
    return { data: input.data ?? {} }
  }

  /** The ledger's word; nothing the browser can write. */
  override async getPaymentStatus(
    input: GetPaymentStatusInput
  ): Promise<GetPaymentStatusOutput> {
    const reference = String(input.data?.reference ?? "")
    const [checkout] = await partsOf(this.cradle).ledger.listCheckouts({
      id: reference,
    })
    const status = checkout?.status
    return {
      data: input.data ?? {},
      status: status === "successful" ? "captured" : "pending",
    }
  }

  /** One way in only: the service's callback has a route of its own. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    const url = this.cradle.instalments?.options.backendUrl
    this.cradle.logger.warn(
      `An instalment callback came to Medusa's built-in hook and was ignored. notify_url is ${url}/hooks/instalments`
    )
    return { action: PaymentActions.NOT_SUPPORTED }
  }
}

function sessionIdOf(idempotencyKey: string | undefined): string {
  if (!idempotencyKey) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Medusa named no payment session for this instalment payment. Choose the payment method again."
    )
  }
  return idempotencyKey
}
