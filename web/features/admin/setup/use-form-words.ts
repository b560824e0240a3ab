import { useChangedWords } from '#web/ui/changed-meanwhile/texts.ts'
import type { LookWords, SettingWords } from '../settings/form-words.ts'
import type { SettingField } from '../settings/setting-input.tsx'
import { useTexts } from './texts.ts'

/** A setting that a step of the setup asks for. */
type StepSetting =
  | 'REGISTRATION'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_TAX'
  | 'PUBLIC_URL'

/** Fields of settings in the language of the page. */
export function useStepFields(names: readonly StepSetting[]): SettingField[] {
  const t = useTexts()
  const choices: Partial<Record<StepSetting, SettingField['options']>> = {
    REGISTRATION: (['open', 'invitation', 'closed'] as const).map((value) => ({
      value,
      label: t(`setting.REGISTRATION.${value}`),
    })),
    STRIPE_TAX: (['0', '1'] as const).map((value) => ({
      value,
      label: t(`setting.STRIPE_TAX.${value}`),
    })),
  }
  return names.map((name) => ({
    name,
    label: t(`setting.${name}`),
    description: t(`setting.${name}.about`),
    // The value that holds without one is in the description, in the language; the setting itself names it in English alone.
    placeholder: '',
    ...(choices[name] && { options: choices[name] }),
  }))
}

/** Texts of the settings form in the language of the page. */
export function useSettingWords(): SettingWords {
  const t = useTexts()
  return {
    saved: t('saved'),
    notSaved: t('notSaved'),
    remove: t('form.remove'),
    removeNamed: (label) => t('form.removeNamed', { label }),
    keepSecret: t('form.keepSecret'),
    fromEnvironment: (name) => t('form.fromEnvironment', { name }),
    nextStart: t('form.nextStart'),
  }
}

/** Texts of the form of a brand's look in the language of the page. */
export function useLookWords(): LookWords {
  const t = useTexts()
  const changed = useChangedWords()
  return {
    name: t('look.name'),
    aboutName: (name) => t('look.name.about', { name }),
    color: t('look.color'),
    aboutColor: t('look.color.about'),
    shown: t('look.shown'),
    logo: t('look.logo'),
    aboutLogo: t('look.logo.about'),
    logoNow: t('look.logo.now'),
    chooseLogo: t('look.logo.choose'),
    changed,
  }
}
