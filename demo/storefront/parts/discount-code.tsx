import { useState, type FormEvent } from "react"
import { useCart } from "../shop/cart"
import { Action } from "./action"

/** The codes of the cart, and a field for another one. */
export function DiscountCode() {
  const { cart, addCode, removeCode } = useCart()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState("")

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get("code")).trim()
    const isGood = code ? await addCode(code).catch(() => false) : true
    setProblem(isGood ? "" : `The code ${code} cannot be used here.`)
    if (isGood) {
      form.reset()
    }
  }
  return (
    <details
      className="discount"
      open={isOpen || Boolean(cart?.promotions?.length)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Discount code</summary>
      {cart?.promotions?.map(({ id, code }) => (
        <p key={id} className="code">
          {code}
          <Action
            className="link"
            label={`Remove code ${code}`}
            act={() => removeCode(code!)}
          >
            Remove
          </Action>
        </p>
      ))}
      <form onSubmit={submit}>
        <label htmlFor="code">Code</label>
        <input
          id="code"
          name="code"
          autoComplete="off"
          aria-invalid={problem !== ""}
          aria-describedby="code-problem"
        />
        <button type="submit">Apply</button>
      </form>
      <p id="code-problem" role="alert" className="problem">
        {problem}
      </p>
    </details>
  )
}
