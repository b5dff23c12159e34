import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { Action } from "../../api/admin/instalments/answers"
import { CONSOLE_KEY, sdk } from "../data/queries"

/** An action with what it needs to be told: a note, the service's id. */
export type Act = { action: Action; body?: Record<string, unknown> }

/**
 * Runs one of the actions that an answer offers, says what became of it and
 * has every figure of the console (and the order behind it) read again.
 */
export function useAct() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ action, body = {} }: Act) =>
      sdk.client.fetch(action.path, { method: "POST", body }),
    onSuccess: (_, { action }) => {
      toast.success("Done", { description: `“${action.label}” has run.` })
    },
    onError: (error, { action }) => {
      toast.error(`“${action.label}” was refused`, {
        description: error.message,
      })
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [CONSOLE_KEY] }),
        queries.invalidateQueries({ queryKey: ["orders"] }),
      ]),
  })
}
