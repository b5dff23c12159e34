import { Action } from "../parts/action"
import { Failure } from "../parts/notice"
import { useCart } from "../shop/cart"
import { store } from "../shop/connection"
import { money } from "../shop/money"
import { useAnswer } from "../shop/use-answer"
import { Step } from "./step"
import type { StepProps } from "./use-step"

export function DeliveryStep(props: StepProps) {
  const [method] = props.cart.shipping_methods ?? []
  return (
    <Step {...props} name="delivery" title="Delivery" done={method?.name}>
      <Options {...props} />
    </Step>
  )
}

function Options({ cart, goTo }: StepProps) {
  const { ship } = useCart()
  const { data, error } = useAnswer(
    () => store.fulfillment.listCartOptions({ cart_id: cart.id }),
    [cart.id]
  )
  return (
    <div className="choices" aria-busy={!data && !error}>
      <Failure error={error} />
      {data?.shipping_options.map(({ id, name, type, amount }) => (
        <Action
          key={id}
          className="choice"
          act={async () => {
            await ship(id)
            goTo(undefined)
          }}
        >
          <span>
            <b>{name}</b>
            <small>{type.description}</small>
          </span>
          <span className="amount">{amount ? money(amount) : "free"}</span>
        </Action>
      ))}
    </div>
  )
}
