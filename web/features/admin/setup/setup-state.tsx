import { Alert } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { useSetupSteps } from '../api/use-installation.ts'
import { STEP_TITLES } from './step-titles.ts'

/** What of the setup is still to be done; nothing once all of it is done or was skipped. */
export function SetupState() {
  const { data } = useSetupSteps()
  const results = data?.results ?? []
  const open = results.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const done = results.filter(({ state }) => state === 'done')
  return (
    <Alert color="gray" title="This site is not set up completely">
      {done.length > 0 && `Done: ${done.map(({ name }) => STEP_TITLES[name]).join(', ')}. `}
      To do: {open.map(({ name }) => STEP_TITLES[name]).join(', ')}.{' '}
      <Link to={paths.setup.link()}>Go on with the setup</Link>
    </Alert>
  )
}
