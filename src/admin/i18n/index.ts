import en from "./en.json"

/**
 * The console's words as Medusa's dashboard collects them of a plugin: by language,
 * then in a namespace of the plugin's own. They are what every other language of the
 * dashboard falls back to.
 */
export default { en: { instalments: en } }
