import { expect, it } from 'vitest'
import conflict from '#web/messages/en/changed-meanwhile.json'
import { STEP_TITLES } from '../overview/step-titles.ts'
import { textsIn } from '../setup/texts.ts'
import { LOOK_WORDS, SETTING_WORDS } from './form-words.ts'
import { SETTING_GROUPS } from './setting-groups.ts'

/** A page in Spanish has the setup's texts in Spanish only, so the console, which is in English, keeps copies. */
const t = textsIn('en')

it('says in the console as in the setup what steps are called', () => {
  for (const [name, title] of Object.entries(STEP_TITLES))
    expect(title).toBe(t(`step.${name as keyof typeof STEP_TITLES}`))
})

it('says in the console as in the setup what settings are', () => {
  const messages = t as (key: string) => string
  const names = [
    'REGISTRATION',
    'SMTP_URL',
    'MAIL_FROM',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_TAX',
    'PUBLIC_URL',
  ]
  const fields = SETTING_GROUPS.flatMap((group) => group.fields)
  for (const name of names) {
    const field = fields.find((one) => one.name === name)!
    expect(field.label).toBe(messages(`setting.${name}`))
    expect(field.description).toBe(messages(`setting.${name}.about`))
    for (const { value, label } of field.options ?? [])
      expect(label).toBe(messages(`setting.${name}.${value}`))
  }
  const tests = Object.fromEntries(
    SETTING_GROUPS.flatMap(({ test }) => (test ? [[test.what, test.label]] : [])),
  )
  expect(tests).toEqual({ mail: t('mail.test'), payments: t('payments.test') })
})

it('says in the console as in the setup what forms of settings and looks say', () => {
  const { removeNamed, fromEnvironment, ...settings } = SETTING_WORDS
  expect(removeNamed('Sender')).toBe(t('form.removeNamed', { label: 'Sender' }))
  expect(fromEnvironment('SMTP_URL')).toBe(t('form.fromEnvironment', { name: 'SMTP_URL' }))
  expect(settings).toEqual({
    saved: t('saved'),
    notSaved: t('notSaved'),
    remove: t('form.remove'),
    keepSecret: t('form.keepSecret'),
    nextStart: t('form.nextStart'),
  })
  const { aboutName, changed, ...look } = LOOK_WORDS
  expect(changed).toEqual(conflict)
  expect(aboutName('Moon')).toBe(t('look.name.about', { name: 'Moon' }))
  expect(look).toEqual({
    name: t('look.name'),
    color: t('look.color'),
    aboutColor: t('look.color.about'),
    shown: t('look.shown'),
    logo: t('look.logo'),
    aboutLogo: t('look.logo.about'),
    logoNow: t('look.logo.now'),
    chooseLogo: t('look.logo.choose'),
  })
})
