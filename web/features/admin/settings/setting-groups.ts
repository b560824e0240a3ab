import type { TestedPart } from '../api/use-installation.ts'
import type { SettingField } from './setting-input.tsx'

/** Settings that are changed together. */
export interface SettingGroup {
  /** Anchor of the group on the page. */
  id: string
  title: string
  fields: readonly SettingField[]
  test?: { what: TestedPart; label: string }
}

const REGISTRATION_FIELD: SettingField = {
  name: 'REGISTRATION',
  label: 'New accounts',
  description: 'Accounts that exist are not affected.',
  options: [
    { value: 'open', label: 'Everybody may open one' },
    { value: 'invitation', label: 'Only by invitation' },
    { value: 'closed', label: 'Nobody may open one' },
  ],
}

const MAIL_FIELDS: readonly SettingField[] = [
  {
    name: 'SMTP_URL',
    label: 'Email server',
    description:
      'As in smtp://user:password@smtp.example.com:587. Without one, emails stay in the inbox of this installation, /dev/inbox.',
  },
  {
    name: 'MAIL_FROM',
    label: 'Sender',
    description:
      'Address that emails come from. Empty: no-reply@ and the host of the public address.',
  },
]

const PAYMENT_FIELDS: readonly SettingField[] = [
  {
    name: 'STRIPE_SECRET_KEY',
    label: 'Secret key of Stripe',
    description: 'Begins with sk_test_ or sk_live_.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    label: 'Signing secret of its events',
    description: 'Begins with whsec_.',
  },
  {
    name: 'STRIPE_TAX',
    label: 'Tax by Stripe',
    description:
      'Stripe Tax works out the tax that is in each price. Set it up at Stripe first. It holds for what is bought from then on; plans that run keep what they began with.',
    options: [
      { value: '0', label: 'Off' },
      { value: '1', label: 'On' },
    ],
  },
]

const ADDRESS_FIELDS: readonly SettingField[] = [
  {
    name: 'PUBLIC_URL',
    label: 'Public address',
    description: 'As in https://example.com. Links in emails are built from it.',
  },
]

/** Every setting of the console, in the order of the page. Others are shown at the end, under its own name. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'email',
    title: 'Email',
    fields: MAIL_FIELDS,
    test: { what: 'mail', label: 'Send a test email' },
  },
  {
    id: 'operator',
    title: 'Support and operator',
    fields: [
      { name: 'SUPPORT_URL', label: 'Support' },
      { name: 'OPERATOR_NAME', label: 'Operator' },
      { name: 'OPERATOR_ADDRESS', label: 'Postal address' },
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    fields: [
      REGISTRATION_FIELD,
      {
        name: 'PROOF_OF_WORK',
        label: 'Proof of work',
        description: 'Slows programs down that open accounts. People see and solve nothing.',
        options: [
          { value: 'auto', label: 'On, unless this is a test installation' },
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ],
      },
      {
        name: 'DISPOSABLE_ADDRESSES',
        label: 'Disposable email addresses',
        options: [
          { value: 'auto', label: 'Refuse, unless this is a test installation' },
          { value: 'refuse', label: 'Refuse' },
          { value: 'accept', label: 'Accept' },
        ],
      },
      { name: 'DISPOSABLE_DOMAINS', label: 'Further disposable domains' },
      { name: 'PERMANENT_DOMAINS', label: 'Domains that are never disposable' },
      { name: 'MINIMUM_AGE', label: 'Minimum age' },
      { name: 'GOOGLE_CLIENT_ID', label: 'Google client ID' },
      { name: 'FACEBOOK_APP_ID', label: 'Facebook app ID' },
      { name: 'FACEBOOK_APP_SECRET', label: 'Facebook app secret' },
    ],
  },
  {
    id: 'gifts',
    title: 'Gifts and prices',
    fields: [
      { name: 'FREE_CREDITS', label: 'Free credits a month' },
      { name: 'LOGIN_BONUS', label: 'Daily bonus' },
      { name: 'TOOL_PRICES', label: 'Prices of tools' },
      { name: 'PACK_PRICES', label: 'Prices of credit packs' },
      { name: 'PLAN_PRICES', label: 'Prices of plans' },
      { name: 'FREE_GRANTS_PER_IP', label: 'Free credits per network address' },
      { name: 'FREE_GRANTS_PER_RANGE', label: 'Free credits per range of addresses' },
      { name: 'FREE_GRANTS_PER_DAY', label: 'Free credits a day in all' },
      { name: 'FIRST_PURCHASES_PER_IP', label: 'First purchases per network address' },
      { name: 'FIRST_PURCHASES_PER_CARD', label: 'First purchases per card' },
      { name: 'IMPROVE_PROMPT_CREDITS', label: 'Price of a better prompt' },
      { name: 'DESCRIBE_IMAGE_CREDITS', label: 'Price of a description' },
      { name: 'ADDED_CUT_OUT_CREDITS', label: 'Price of a cut-out by an added network' },
      { name: 'ADDED_REMOVAL_CREDITS', label: 'Price of a removed object by an added network' },
      { name: 'ADDED_UPSCALE_CREDITS', label: 'Price of a Pro upscale by an added network' },
      { name: 'HEADSHOT_SET_CENTS', label: 'Price of a set of headshots' },
      { name: 'LIKENESS_PERCENT', label: 'Least likeness (percent)' },
      { name: 'ENGINE_CENTS_PER_HOUR', label: 'Cost of engine time (US cents)' },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    fields: [
      { name: 'REGISTRATIONS_PER_IP', label: 'New accounts per network' },
      { name: 'FAILED_LOGINS_PER_ACCOUNT', label: 'Failed logins per account' },
      { name: 'FAILED_LOGINS_PER_IP', label: 'Failed logins per network' },
      { name: 'TRIALS_PER_NETWORK', label: 'Trials per network' },
      { name: 'API_LIMIT_PER_ADDRESS', label: 'Calls per network address' },
      { name: 'API_LIMIT_PER_CALLER', label: 'Calls per account' },
      { name: 'UPLOAD_STORAGE_MB', label: 'Storage for uploads' },
      { name: 'UPLOAD_DAYS', label: 'Days that uploads are kept' },
      { name: 'ADJUSTMENT_LIMIT', label: 'Largest adjustment by one administrator' },
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    fields: [
      { name: 'BLOCKED_WORDS', label: 'Blocked words' },
      { name: 'BLUR_PICTURES_ABOVE', label: 'Blur images above' },
      { name: 'BLOCK_PICTURES_ABOVE', label: 'Block images above' },
      {
        name: 'PUBLICATION_REVIEW',
        label: 'Review before publication',
        options: [
          { value: 'all', label: 'Every image' },
          { value: 'flagged', label: 'Images of people, and those that are not for everybody' },
        ],
      },
    ],
  },
  {
    id: 'deadlines',
    title: 'Deadlines of jobs',
    fields: [
      { name: 'DEADLINE_PENDING_SECONDS', label: 'Longest wait (seconds)' },
      {
        name: 'DEADLINE_RUNNING_MIN_SECONDS',
        label: 'Shortest deadline of a running job (seconds)',
      },
      { name: 'DEADLINE_RUNNING_FACTOR', label: 'Factor of the usual time' },
    ],
  },
  {
    id: 'telemetry',
    title: 'Analytics, errors and chat',
    fields: [
      { name: 'PLAUSIBLE_URL', label: 'Plausible server' },
      { name: 'PLAUSIBLE_SITE', label: 'Plausible site' },
      { name: 'SENTRY_DSN', label: 'Sentry DSN of pages' },
      { name: 'SENTRY_SERVER_DSN', label: 'Sentry DSN of the server' },
      { name: 'CHAT_URL', label: 'Support chat' },
    ],
  },
  {
    id: 'payments',
    title: 'Payments',
    fields: PAYMENT_FIELDS,
    test: { what: 'payments', label: 'Check the key' },
  },
  { id: 'address', title: 'Address', fields: ADDRESS_FIELDS },
]

/** The field of a setting; undefined: it has no name in the console. */
const fieldOf = (name: string): SettingField | undefined =>
  SETTING_GROUPS.flatMap(({ fields }) => fields).find((field) => field.name === name)

/** Returns the name of a setting in the console. @param name in the environment */
export const settingName = (name: string): string => fieldOf(name)?.label ?? name

/** Returns the label of a value that is one of several choices in the console; undefined: it is not. */
export const choiceLabel = (name: string, value: string): string | undefined =>
  fieldOf(name)?.options?.find((option) => option.value === value)?.label
