import { PATHS } from "./paths"
import { SCHEMAS } from "./schemas"

/** The OpenAPI 3.1 document of the API, as seen from an origin. */
export function openApi(origin: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Hosted instalment checkout service (sandbox)",
      version: "2",
      description: "Amounts are integer cents. No real money moves here.",
    },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    paths: PATHS,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      parameters: {
        Signature: {
          name: "X-Signature",
          in: "header",
          description:
            "HMAC-SHA512 over the compact JSON body, standard Base64. " +
            "Required once a signed request was accepted.",
          schema: { type: "string" },
        },
      },
      schemas: SCHEMAS,
    },
  }
}
