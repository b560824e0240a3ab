import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { handleError } from '#web/lib/errors.ts'
import { formatTime } from '#web/lib/format.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useEditor } from '../editor-store.ts'
import { dropPrepared } from '../options.ts'
import stage from '../stage/stage.module.css'
import { useTexts } from '../texts.ts'
import { keepAsCopy, openProject } from './open-project.ts'
import { isSaved, useProject } from './project-link.ts'
import { syncProject } from './sync-project.ts'

/** In the panel: whether the server has what was done. */
export function ProjectLine() {
  const t = useTexts()
  const { state } = useProject()
  // What was done a moment ago waits for the next save.
  const isKept = useEditor(({ document }) => document !== null && isSaved(document))
  if (state === 'off' || state === 'conflict' || state === 'gone' || state === 'failed') return null
  return (
    <Text size="sm" c="dimmed">
      {t(isKept ? 'project.saved' : 'project.saving')}
    </Text>
  )
}

/** Over the image: what somebody has to know or to decide of the project. */
export function ProjectNotice() {
  const t = useTexts()
  const { state, problem, newer, link } = useProject()
  const name = useEditor(({ document }) => document?.name ?? '')
  const copy = useMutation({ mutationFn: () => keepAsCopy(t('project.copyOf', { name })) })
  const fresh = useMutation({ mutationFn: () => keepAsCopy(name) })
  const take = useMutation({
    mutationFn: async (id: string) => {
      dropPrepared()
      const unopened = await openProject(id)
      if (unopened) throw new Error(`The other version cannot be opened: ${unopened.reason}`)
    },
    onError: handleError,
  })
  if (state === 'failed')
    return (
      <Notice text={problem ? t('project.failed', { problem }) : t('project.unreachable')}>
        <SmallButton mih={44} onClick={() => void syncProject()}>
          {t('project.again')}
        </SmallButton>
      </Notice>
    )
  if (state === 'gone')
    return (
      <Notice text={t('project.gone')}>
        <Button size="compact-sm" mih={44} loading={fresh.isPending} onClick={() => fresh.mutate()}>
          {t('project.saveNew')}
        </Button>
      </Notice>
    )
  if (state !== 'conflict' || link === null) return null
  return (
    <Notice
      text={
        newer === null
          ? t('project.conflict')
          : t('project.conflictAt', { time: formatTime(newer) })
      }
    >
      <Button size="compact-sm" mih={44} loading={copy.isPending} onClick={() => copy.mutate()}>
        {t('project.keepCopy')}
      </Button>
      <SmallButton mih={44} loading={take.isPending} onClick={() => take.mutate(link.id)}>
        {t('project.openOther')}
      </SmallButton>
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className={stage.notice} role="alert">
      <Text size="sm">{text}</Text>
      <div className={stage.choices}>{children}</div>
    </div>
  )
}
