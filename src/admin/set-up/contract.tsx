import { Button, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { useState } from "react"
import { Trans, useTranslation } from "react-i18next"
import type {
  Action,
  ContractPoint,
  Status,
} from "../../api/admin/instalments/answers"
import { useAct } from "../actions/act"
import { ROUTES } from "../data/queries"
import { Moment, Prose, Reference } from "../display/values"

const VERDICTS = {
  fits: "green",
  handled: "blue",
  breaks: "red",
  unknown: "grey",
  not_said: "grey",
} as const

/**
 * How the service's own OpenAPI document fits what the plugin sends and reads:
 * the last comparison, its points, and how the document has changed.
 */
export function Contract({ contract }: Pick<Status, "contract">) {
  const { verdict, points, failure, change } = contract
  const { t } = useTranslation("instalments")
  const different = points.filter(isDifferent)
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <Heading level="h2">{t("setUp.contract.title")}</Heading>
            <StatusBadge color={VERDICTS[verdict]}>
              {t(`setUp.contract.verdicts.${verdict}`)}
            </StatusBadge>
          </div>
          <Compared contract={contract} />
        </div>
        <CheckContract />
      </div>
      {failure && (
        <Text size="small" className="text-ui-fg-error break-words px-6 py-3">
          <Prose>{failure}</Prose>
        </Text>
      )}
      {different.map((point) => (
        <Point key={`${point.where} ${point.what}`} point={point} />
      ))}
      <Settled points={points.filter((point) => !isDifferent(point))} />
      {change && <Change change={change} />}
    </Container>
  )
}

function isDifferent({ verdict }: ContractPoint) {
  return verdict === "breaks" || verdict === "handled"
}

/** When the document was compared, and which one it was. */
function Compared({ contract }: Pick<Status, "contract">) {
  const { compared_at, digest, digest_at } = contract
  const { t } = useTranslation("instalments")
  return compared_at ? (
    <div className="txt-compact-small text-ui-fg-subtle flex flex-wrap items-center gap-x-4">
      <span>
        <Trans
          t={t}
          i18nKey="setUp.contract.compared"
          components={{ moment: <Moment at={compared_at} /> }}
        />
      </span>
      <span>
        <Trans
          t={t}
          i18nKey="setUp.contract.since"
          components={{ moment: <Moment at={digest_at} /> }}
        />
      </span>
      <Reference id={digest} what="digest" />
    </div>
  ) : (
    <Text size="small" className="text-ui-fg-subtle text-pretty">
      {t("setUp.contract.never")}
    </Text>
  )
}

const CHECK: Action = {
  name: "check",
  label: "Check now",
  path: ROUTES.checkContract,
}

function CheckContract() {
  const act = useAct()
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={act.isPending}
      onClick={() => act.mutate({ action: CHECK })}
    >
      {CHECK.label}
    </Button>
  )
}

/** One point: where, what was seen, and the decision or what to do. */
function Point({ point }: { point: ContractPoint }) {
  const { verdict, where, what, then } = point
  const { t } = useTranslation("instalments")
  return (
    <div className="grid grid-cols-1 gap-2 px-6 py-3 sm:grid-cols-[9rem_1fr]">
      <div>
        <StatusBadge color={VERDICTS[verdict]}>
          {t(`setUp.contract.points.${verdict}`)}
        </StatusBadge>
      </div>
      <div className="min-w-0">
        <code className="txt-compact-small break-words font-mono">{where}</code>
        <Text size="small" className="text-ui-fg-subtle break-words">
          {[what, then].filter(Boolean).join(" ")}
        </Text>
      </div>
    </div>
  )
}

/** What the document settles and what it leaves out, when asked for. */
function Settled({ points }: { points: ContractPoint[] }) {
  const { t } = useTranslation("instalments")
  const [isShown, setShown] = useState(false)
  if (points.length === 0) {
    return null
  }
  const count = (verdict: ContractPoint["verdict"]) =>
    points.filter((point) => point.verdict === verdict).length
  return (
    <>
      <div className="px-6 py-3">
        <Button
          size="small"
          variant="transparent"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {t("setUp.contract.settled", {
            settled: count("fits"),
            unsaid: count("not_said"),
          })}
        </Button>
      </div>
      {isShown &&
        points.map((point) => (
          <Point key={`${point.where} ${point.what}`} point={point} />
        ))}
    </>
  )
}

/** The lines that came and went when the document was last another one. */
function Change({ change }: { change: NonNullable<ContractChange> }) {
  const { t } = useTranslation("instalments")
  const lines = [
    ...change.removed.map((text) => ({ sign: "−", text })),
    ...change.added.map((text) => ({ sign: "+", text })),
  ]
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <Text size="small" weight="plus" leading="compact">
        <Trans
          t={t}
          i18nKey="setUp.contract.changed"
          components={{ moment: <Moment at={change.at} /> }}
        />
      </Text>
      <ul
        className="txt-compact-small text-ui-fg-subtle max-h-80 overflow-y-auto font-mono"
        tabIndex={0}
        aria-label={t("setUp.contract.lines")}
      >
        {lines.map(({ sign, text }) => (
          <li key={sign + text} className="break-words">
            {sign} {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

type ContractChange = Status["contract"]["change"]
