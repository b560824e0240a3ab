import { useState } from 'react'
import type { AdminBrand } from '#contract/admin-brands.ts'
import { Segments } from '#web/ui/segments.tsx'
import { type Draft, LANGUAGES } from './brand-draft.ts'
import classes from './brands.module.css'

/** The top of the home page as the form has it now, before it is saved. */
export function BrandPreview({ brand, draft }: { brand: AdminBrand; draft: Draft }) {
  const [language, setLanguage] = useState<'en' | 'es'>('en')
  const texts = draft.texts[language]
  const examples = draft.examples[language].split('\n').filter((line) => line.trim() !== '')
  const banner = draft.banner[language].trim() || draft.banner.en.trim()
  return (
    <>
      <Segments<'en' | 'es'>
        aria-label="Language of the preview"
        value={language}
        data={LANGUAGES.map(([value, label]) => ({ value, label }))}
        onChange={setLanguage}
      />
      <div className={classes.preview} lang={language} data-testid="brand-preview">
        {banner !== '' && <p className={classes.banner}>{banner}</p>}
        <p className={classes.name}>
          {brand.logo !== null && <img src={brand.logo} alt="" width="28" height="28" />}
          {brand.name}
        </p>
        <p className={classes.title}>{texts.hero_title}</p>
        <p>{texts.hero_text}</p>
        <p>
          <span className={classes.action} style={{ background: brand.button_accent }}>
            {texts.hero_action}
          </span>
        </p>
        {examples.length > 0 && <p className={classes.examples}>{examples.join(' · ')}</p>}
      </div>
    </>
  )
}
