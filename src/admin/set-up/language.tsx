import { Button, Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import translations from "../i18n"

/**
 * The languages of these pages. The dashboard's profile offers its own languages
 * only, and Afrikaans is none of them.
 */
export function LanguageChoice() {
  const { t, i18n } = useTranslation("instalments")
  return (
    <Container className="flex flex-col gap-y-4">
      <div>
        <Heading level="h2">{t("setUp.language.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("setUp.language.text")}
        </Text>
      </div>
      <div className="flex flex-wrap gap-2">
        {Object.values(translations).map(({ instalments: words }) => (
          <Button
            key={words.lang}
            lang={words.lang}
            size="small"
            variant={words.lang === t("lang") ? "primary" : "secondary"}
            aria-pressed={words.lang === t("lang")}
            onClick={() => void i18n.changeLanguage(words.lang)}
          >
            {words.language}
          </Button>
        ))}
      </div>
    </Container>
  )
}
