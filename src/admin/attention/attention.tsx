import { useAttention } from "../data/use-attention"
import { ReadState } from "../display/read-state"
import { AttentionList } from "./attention-list"
import { ResolvedList } from "./resolved-list"
import { UnmatchedList, UnmatchedRefundList } from "./unmatched-list"

/** What needs a person, and what no longer does. */
export function Attention() {
  const query = useAttention()
  return (
    <ReadState asSection query={query} what="what needs attention" rows={6}>
      {(answer) => (
        <>
          <AttentionList {...answer} />
          <UnmatchedList />
          <UnmatchedRefundList />
          <ResolvedList resolved={answer.resolved} />
        </>
      )}
    </ReadState>
  )
}
