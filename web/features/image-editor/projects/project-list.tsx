import { ActionIcon, Alert, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react'
import { createElement, useState } from 'react'
import type { EditorProject } from '#contract/editor-projects.ts'
import { formatTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { openProject, type Unopened } from '../desk/keep/open-project.ts'
import classes from './projects.module.css'
import { RenameDialog } from './rename-dialog.tsx'
import { useTexts } from './texts.ts'
import { useChangeProjects, useProjects } from './use-projects.ts'

const UNDO_MS = 10_000

/** Says what was done, with a way back. */
function offerUndo(key: string, text: string, bringBack: () => void): void {
  const id = `undo-${key}`
  const onUndo = (): void => {
    notifications.hide(id)
    bringBack()
  }
  notifications.show({
    id,
    autoClose: UNDO_MS,
    message: createElement(UndoMessage, { text, onUndo }),
  })
}

/** One's projects: opens, renames and deletes them. */
export function ProjectList() {
  const t = useTexts()
  const projects = useProjects()
  const { remove, restore } = useChangeProjects()
  const [renamed, setRenamed] = useState<EditorProject | null>(null)
  const [shown, setShown] = useState<{ project: EditorProject; why: Unopened } | null>(null)
  const open = useMutation({
    mutationFn: ({ id }: EditorProject) => openProject(id),
    onSuccess: (why, project) => setShown(why && { project, why }),
  })
  const drop = (project: EditorProject) =>
    remove.mutate(project, {
      onSuccess: () =>
        offerUndo(project.id, t('projects.deleted', { name: project.name }), () =>
          restore.mutate(project),
        ),
    })

  if (projects.isError)
    return <ErrorState what={t('projects.unread')} onRetry={() => void projects.refetch()} />
  if (!projects.data || projects.data.length === 0) return null
  return (
    <section aria-labelledby="editor-projects" className={classes.projects}>
      <Title order={2} fz="md" id="editor-projects">
        {t('projects.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('projects.hint')}
      </Text>
      {shown && <NotOpened {...shown} />}
      <ul className={classes.list}>
        {projects.data.map((project) => (
          <li key={project.id} className={classes.tile}>
            <button
              type="button"
              className={classes.open}
              disabled={open.isPending}
              data-busy={(open.isPending && open.variables.id === project.id) || undefined}
              aria-label={t('projects.open', { name: project.name })}
              onClick={() => open.mutate(project)}
            >
              {project.preview === null ? (
                <IconPhoto size={32} />
              ) : (
                <img src={project.preview} alt="" loading="lazy" />
              )}
            </button>
            <div className={classes.foot}>
              <div className={classes.name}>
                <Text size="sm" fw={700} truncate title={project.name}>
                  {project.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {formatTime(project.changed_at)}
                </Text>
              </div>
              <Action
                label={t('projects.rename', { name: project.name })}
                icon={IconPencil}
                onClick={() => setRenamed(project)}
              />
              <Action
                label={t('projects.delete', { name: project.name })}
                icon={IconTrash}
                onClick={() => drop(project)}
              />
            </div>
          </li>
        ))}
      </ul>
      {renamed && <RenameDialog project={renamed} onClose={() => setRenamed(null)} />}
    </section>
  )
}

function Action({
  label,
  icon: Icon,
  onClick,
}: {
  label: string
  icon: typeof IconPencil
  onClick: () => void
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}

/** A project that can be looked at, and why it is not changed here. */
function NotOpened({ project, why }: { project: EditorProject; why: Unopened }) {
  const t = useTexts()
  return (
    <Alert color="gray" role="alert" title={t('readOnly.title', { name: project.name })} mt="sm">
      {why.reason === 'version' ? t('readOnly.version') : t('readOnly.files', { files: why.files })}
      {project.preview !== null && (
        <img className={classes.preview} src={project.preview} alt={t('readOnly.alt')} />
      )}
    </Alert>
  )
}
