import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { differencesOf } from '#web/lib/differences.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import classes from './changed-meanwhile.module.css'
import { useTexts } from './texts.ts'

/** Whether nothing was saved because somebody else had saved since the form was opened. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict'

/**
 * Above the button of a form whose text was not saved because a colleague has saved meanwhile. What was typed stays in the form; both
 * are shown where they differ, and a second press saves what was typed.
 * @param props.saved and `typed`: as the form holds them
 * @param props.nameOf names a field by the path to it
 * @param props.children further ways on
 */
export function ChangedMeanwhile({
  saved,
  typed,
  nameOf,
  isSaving,
  onOverwrite,
  children,
}: {
  saved: unknown
  typed: unknown
  nameOf(path: readonly string[]): string
  isSaving: boolean
  onOverwrite(): void
  children?: ReactNode
}) {
  const t = useTexts()
  const differences = differencesOf(saved, typed)
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={t('title')}
      tabIndex={-1}
      ref={takeFocus}
    >
      <Text size="sm">{t(differences.length === 0 ? 'same' : 'text')}</Text>
      {differences.map(({ path, saved: there, typed: here }) => (
        <div key={path.join('.')} role="group" aria-label={nameOf(path)}>
          <Text size="sm" fw={700} mt="sm">
            {nameOf(path)}
          </Text>
          <dl className={classes.difference}>
            <div>
              <dt>{t('saved')}</dt>
              <dd>{there === '' ? t('empty') : there}</dd>
            </div>
            <div>
              <dt>{t('yours')}</dt>
              <dd>{here === '' ? t('empty') : here}</dd>
            </div>
          </dl>
        </div>
      ))}
      <Group mt="sm" gap="xs">
        <Button size="sm" loading={isSaving} onClick={onOverwrite}>
          {t('overwrite')}
        </Button>
        {children}
      </Group>
    </Alert>
  )
}
