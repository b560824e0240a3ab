import { Textarea } from '@mantine/core'
import { LEGAL_MAX } from '#contract/values/brand-content.ts'
import { BRAND_FIELDS } from '../settings/brand-fields.ts'
import { type DraftProps, LANGUAGES } from './brand-draft.ts'
import classes from './brands.module.css'

const TEXTS = [
  ['terms', BRAND_FIELDS.terms],
  ['privacy', BRAND_FIELDS.privacy],
] as const

/** The operator's own legal texts. */
export function LegalFields({ draft, errors, onChange }: DraftProps) {
  return TEXTS.map(([kind, title]) => (
    <div key={kind} className={classes.pair}>
      {LANGUAGES.map(([language, name]) => (
        <Textarea
          key={language}
          label={`${title} (${name})`}
          description={
            language === 'es'
              ? 'Empty: as in English.'
              : 'Empty: the text that comes with the program. A blank line begins a paragraph, # a heading. New accounts accept the new version; what others accepted is kept.'
          }
          value={draft[kind][language]}
          error={errors[kind]}
          maxLength={LEGAL_MAX}
          autosize
          minRows={4}
          maxRows={16}
          onChange={({ currentTarget: { value } }) =>
            onChange({ [kind]: { ...draft[kind], [language]: value } })
          }
        />
      ))}
    </div>
  ))
}
