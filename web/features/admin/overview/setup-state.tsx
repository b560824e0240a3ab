import { Anchor, Badge, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { SetupPart } from '#contract/setup.ts'
import { paths } from '#contract/paths.ts'
import { formatTime } from '#web/lib/format.ts'
import { useSetupSteps } from '../api/use-installation.ts'
import classes from './overview.module.css'
import { STEP_TITLES } from './step-titles.ts'

/** Each part with the page where it is done, and what holds until then. */
const PARTS: Record<SetupPart['name'], { title: string; to: string; open: string; done: string }> =
  {
    mail: {
      title: STEP_TITLES.mail,
      to: `${paths.adminSettings.link()}#email`,
      open: 'Emails stay in the inbox of this installation.',
      done: 'Emails are sent by your server.',
    },
    payments: {
      title: STEP_TITLES.payments,
      to: `${paths.adminSettings.link()}#payments`,
      open: 'Nobody can pay real money.',
      done: 'A key of Stripe is set.',
    },
    model: {
      title: 'A model',
      to: paths.adminModels.link(),
      open: 'It makes illustrations only.',
      done: 'It makes photos, too.',
    },
    address: {
      title: STEP_TITLES.address,
      to: `${paths.adminSettings.link()}#address`,
      open: 'Links in emails lead to this machine only.',
      done: 'Links in emails lead to your address.',
    },
    registration: {
      title: STEP_TITLES.registration,
      to: `${paths.adminSettings.link()}#accounts`,
      open: 'Everybody may open an account, as long as you do not decide otherwise.',
      done: 'You have decided it.',
    },
    backup: {
      title: 'Backup',
      to: paths.adminLog.link(),
      open: 'None was made yet with the command db backup.',
      done: 'The database was backed up.',
    },
  }

/** What is ready for other people and what is still to be done, each with the page for it; nothing once all is done. */
export function SetupState() {
  const { data } = useSetupSteps()
  const parts = data?.parts ?? []
  const steps = data?.results.filter(({ state }) => state === 'open') ?? []
  if (parts.every(({ is_done: isDone }) => isDone) && steps.length === 0) return null
  return (
    <section aria-labelledby="setup-state">
      <Title order={2} id="setup-state" mb="xs">
        Setup
      </Title>
      <ul className={classes.ready}>
        {parts.map(({ name, is_done: isDone, done_at: at }) => {
          const part = PARTS[name]
          return (
            <li key={name}>
              <Badge variant="light" color={isDone ? 'green' : 'gray'} miw="max-content">
                {isDone ? 'Done' : 'To do'}
              </Badge>
              <span>
                <Anchor component={Link} to={part.to}>
                  {part.title}
                </Anchor>
                : {isDone ? part.done : part.open}
                {at !== null && ` Last on ${formatTime(at)}.`}
              </span>
            </li>
          )
        })}
      </ul>
      {steps.length > 0 && (
        <p>
          Steps that you have not been through:{' '}
          {steps.map(({ name }) => STEP_TITLES[name]).join(', ')}.{' '}
          <Anchor component={Link} to={paths.setup.link()}>
            Go on with the setup
          </Anchor>
        </p>
      )}
    </section>
  )
}
