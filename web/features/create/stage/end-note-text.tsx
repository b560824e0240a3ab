import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import type { EndNote } from './end-note.ts'
import { useTexts } from './texts.ts'

/** What is said about an ended job; of one whose engine is away, with the way to what works. */
export function EndNoteText({ note: { text, isEngineAway } }: { note: EndNote }) {
  const t = useTexts()
  if (!isEngineAway) return text
  return (
    <>
      {text}{' '}
      <Anchor component={Link} size="sm" to={paths.status.link()}>
        {t('endNote.status')}
      </Anchor>
    </>
  )
}
