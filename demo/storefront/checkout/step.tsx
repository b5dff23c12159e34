import type { PropsWithChildren, ReactNode } from "react"
import type { StepName, StepProps } from "./use-step"

type Props = PropsWithChildren<
  StepProps & { name: StepName; title: string; done?: ReactNode }
>

/** One step: open, or what was answered with a way back, or still to come. */
export function Step({ name, title, done, step, goTo, children }: Props) {
  const isOpen = step === name
  return (
    <section className="step" aria-labelledby={name} data-testid={name}>
      <h2 id={name}>
        {title}
        {!isOpen && done && (
          <button
            type="button"
            className="link"
            aria-label={`Change ${title.toLowerCase()}`}
            onClick={() => goTo(name)}
          >
            Change
          </button>
        )}
      </h2>
      {isOpen ? children : done && <p className="done">{done}</p>}
    </section>
  )
}
