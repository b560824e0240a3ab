import { expect, test } from 'vitest'
import { CONSENT_TEXTS } from '#contract/values/consents.ts'
import { inEnglish, t } from '#server/texts/index.ts'

test('what is shown of a consent in English is what is kept with it, to the letter', () => {
  expect(inEnglish(t('consents.faces'))).toBe(CONSENT_TEXTS.faces.text)
})
