import type { SetupStepName } from '#contract/setup.ts'

/** What the steps of the setup are called. */
export const STEP_TITLES: Record<SetupStepName, string> = {
  security: 'Two-factor login',
  site: 'Name, logo and color',
  drawing: 'How it makes images',
  mail: 'Email',
  payments: 'Payments',
  registration: 'Who may register',
  address: 'Public address',
}
