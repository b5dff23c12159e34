import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createUsersWorkflow } from "@medusajs/medusa/core-flows"
import { find } from "./find"

/** The demo's admin login, out of `DEMO_ADMIN_EMAIL` and `…_PASSWORD`. */
export async function seedAdmin(container: MedusaContainer) {
  const email = process.env.DEMO_ADMIN_EMAIL!
  const password = process.env.DEMO_ADMIN_PASSWORD!
  if (await find(container, "user", { email })) {
    return
  }
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity, error } = await auth.register("emailpass", {
    body: { email, password },
  })
  if (!authIdentity) {
    throw new Error(`The admin login ${email} could not be made: ${error}`)
  }
  const { result: users } = await createUsersWorkflow(container).run({
    input: { users: [{ email, first_name: "Demo", last_name: "Admin" }] },
  })
  await auth.updateAuthIdentities({
    id: authIdentity.id,
    app_metadata: { user_id: users[0]!.id },
  })
}
