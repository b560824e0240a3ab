import { Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { api, call } from '#web/lib/api.ts'
import { LANGUAGE_COOKIE } from '#web/lib/language.ts'
import { useRootData } from '#web/lib/site.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useTexts } from './texts.ts'

/** The language of emails and pages, where there is a choice. The page comes again in the one that was chosen. */
export function LanguageSection() {
  const t = useTexts()
  const { language, languages } = useRootData()
  const { pathname } = useLocation()
  const choose = useMutation({
    mutationFn: (chosen: string) => call(api.account.setLanguage, { body: { language: chosen } }),
    onSuccess: (chosen) =>
      window.location.assign(`${pathname}?${LANGUAGE_COOKIE}=${chosen.language}`),
  })
  return languages.length < 2 ? null : (
    <section aria-labelledby="language">
      <Title order={2} fz="lg" id="language" mb="xs">
        {t('languageSection.language')}
      </Title>
      <NativeSelect
        aria-labelledby="language"
        description={t('languageSection.hint')}
        data={languages.map(([value, label]) => ({ value, label }))}
        value={choose.isPending ? choose.variables : language}
        disabled={choose.isPending}
        onChange={({ currentTarget }) => choose.mutate(currentTarget.value)}
        size="md"
        maw={420}
      />
    </section>
  )
}
