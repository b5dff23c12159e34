import {
  FeatureFlag,
  generateJwtToken,
  Modules,
} from "@medusajs/framework/utils"
import { withStore } from "../store/with-store"

// The store's config reads the one, its boot the other.
FeatureFlag.setFlag("rbac", true)
process.env.MEDUSA_FF_RBAC = "true"

const checkouts = "/admin/instalments/checkouts"

/** Medusa's generated methods that its types leave out. */
type Roles = {
  listRbacPolicies(filter: object): Promise<{ id: string }[]>
  createRbacRoles(data: object): Promise<{ id: string }>
  createRbacRolePolicies(data: object[]): Promise<unknown>
}

withStore((store) => {
  afterAll(() => {
    delete process.env.MEDUSA_FF_RBAC
  })

  /** Somebody whose role may do these operations on instalments. */
  async function actor(operations: string[]) {
    const rbac = store.container.resolve(Modules.RBAC) as unknown as Roles
    const role = await rbac.createRbacRoles({
      name: operations.join() || "none",
    })
    for (const operation of operations) {
      const [policy] = await rbac.listRbacPolicies({
        resource: "instalments",
        operation,
      })
      await rbac.createRbacRolePolicies([
        { role_id: role.id, policy_id: policy!.id },
      ])
    }
    const { jwtSecret } = store.container.resolve("configModule").projectConfig
      .http as { jwtSecret: string }
    const token = generateJwtToken(
      {
        actor_id: "user_1",
        actor_type: "user",
        auth_identity_id: "auth_1",
        app_metadata: { user_id: "user_1", roles: [role.id] },
      },
      { secret: jwtSecret, expiresIn: "1h" }
    )
    store.admin = { authorization: `Bearer ${token}` }
  }

  it("lets a role read that may read, and act that may update", async () => {
    const { reference } = await store.beginCheckout()
    const check = `${checkouts}/${reference}/check`
    const statuses = async () => [
      (await store.adminGet(checkouts)).status,
      (await store.adminGet("/admin/instalments/status")).status,
      (await store.adminPost(check)).status,
    ]
    await actor([])
    expect(await statuses()).toEqual([403, 403, 403])
    await actor(["read"])
    expect(await statuses()).toEqual([200, 200, 403])
    await actor(["read", "update"])
    expect(await statuses()).toEqual([200, 200, 200])
  })
})
