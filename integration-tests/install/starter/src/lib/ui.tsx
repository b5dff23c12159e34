import { ButtonHTMLAttributes } from "react"

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  isLoading?: boolean
  size?: "base" | "large"
}

export const Button = ({ isLoading, size = "base", ...props }: ButtonProps) => (
  <button className={size} aria-busy={isLoading} {...props} />
)

export const CreditCard = () => <span aria-hidden>▭</span>

/** Class names, those of the record only where it says so. */
export const clx = (names: string, more: Record<string, boolean>) =>
  [names, ...Object.keys(more).filter((name) => more[name])].join(" ")
