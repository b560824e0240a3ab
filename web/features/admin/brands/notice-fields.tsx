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
  /** Of a banner that was refused. */
  const faultOf = (name: 'from' | 'until'): string | false => {
    if (banner[name] === '') return isWritten && 'Choose a day and a time.'
    const isBackwards = name === 'until' && banner.from !== '' && banner.until <= banner.from
    return isBackwards && 'It must end after it begins.'
  }
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
            error={errors['banner'] !== undefined && faultOf(name)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ banner: { ...banner, [name]: value } })
            }
          />
        ))}
      </div>
    </>
  )
}
