import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { WrongLink } from '#web/ui/wrong-link.tsx'
import { useTexts } from './texts.ts'

/** Where a person may go on after a job that ended badly. */
export function EndNoteWays({ job, isEngineAway }: { job: string; isEngineAway: boolean }) {
  const t = useTexts()
  return (
    <>
      {isEngineAway && (
        <>
          <Anchor component={Link} size="sm" to={paths.status.link()}>
            {t('endNote.status')}
          </Anchor>{' '}
        </>
      )}
      <WrongLink job={job} />
    </>
  )
}
