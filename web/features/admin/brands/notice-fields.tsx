import { TextInput } from '@mantine/core'
import { type DraftProps, LANGUAGES } from './brand-draft.ts'
import classes from './brands.module.css'

const TIMES = [
  ['from', 'Shown from'],
  ['until', 'Shown until'],
] as const

/** A notice above all pages of a brand, for some time. */
export function NoticeFields({ draft: { banner }, errors, onChange }: DraftProps) {
  const isWritten = banner.en.trim() !== '' || banner.es.trim() !== ''
  return (
    <>
      <div className={classes.pair}>
        {LANGUAGES.map(([language, title]) => (
          <TextInput
            key={language}
            label={`Text of the banner (${title})`}
            description={language === 'es' ? 'Empty: as in English.' : 'Empty: no banner.'}
            value={banner[language]}
            maxLength={300}
            onChange={({ currentTarget: { value } }) =>
              onChange({ banner: { ...banner, [language]: value } })
            }
          />
        ))}
      </div>
      <div className={classes.pair}>
        {TIMES.map(([name, label]) => (
          <TextInput
            key={name}
            type="datetime-local"
            label={label}
            value={banner[name]}
            required={isWritten}
            error={name === 'until' ? errors['banner'] : undefined}
            onChange={({ currentTarget: { value } }) =>
              onChange({ banner: { ...banner, [name]: value } })
            }
          />
        ))}
      </div>
    </>
  )
}
