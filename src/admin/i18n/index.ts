import { af } from "./af"
import { en } from "./en"

/**
 * The console's words as Medusa's dashboard collects them of a plugin: by language,
 * then in a namespace of the plugin's own. A language that the dashboard itself does
 * not have, as Afrikaans, becomes one that it knows by standing here.
 */
export default { en: { instalments: en }, af: { instalments: af } }
