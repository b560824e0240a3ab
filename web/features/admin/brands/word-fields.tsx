import { Textarea } from '@mantine/core'
import type { BrandTexts } from '#contract/brand-content.ts'
import { BRAND_FIELDS } from '../settings/brand-fields.ts'
import { type DraftProps, LANGUAGES, TEXT_LABELS } from './brand-draft.ts'
import classes from './brands.module.css'

const NUMBERS =
  '{free} stands for the free credits a month, {unmarked} for the images a month without a watermark.'
const NAMES = Object.keys(TEXT_LABELS) as (keyof BrandTexts)[]

/** The texts of a brand, each in both languages beside each other. */
export function WordFields({ draft, onChange }: DraftProps) {
  const { texts, examples } = draft
  return (
    <>
      {NAMES.map((name) => (
        <div key={name} className={classes.pair}>
          {LANGUAGES.map(([language, title]) => (
            <Textarea
              key={language}
              label={`${TEXT_LABELS[name]} (${title})`}
              {...((name === 'closing_title' || name === 'closing_text') && {
                description: NUMBERS,
              })}
              value={texts[language][name]}
              autosize
              maxLength={400}
              required
              onChange={({ currentTarget: { value } }) =>
                onChange({ texts: { ...texts, [language]: { ...texts[language], [name]: value } } })
              }
            />
          ))}
        </div>
      ))}
      <div className={classes.pair}>
        {LANGUAGES.map(([language, title]) => (
          <Textarea
            key={language}
            label={`${BRAND_FIELDS.examples} (${title})`}
            description="One in each line, at most eight."
            value={examples[language]}
            autosize
            minRows={3}
            onChange={({ currentTarget: { value } }) =>
              onChange({ examples: { ...examples, [language]: value } })
            }
          />
        ))}
      </div>
    </>
  )
}
