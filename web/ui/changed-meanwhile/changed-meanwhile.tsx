import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { differencesOf } from '#web/lib/differences.ts'
import classes from './changed-meanwhile.module.css'
import type { ChangedWords } from './texts.ts'

/**
 * Whether a conflict is shown. While a further try is on its way the one before it stays: the button that was pressed would be
 * gone under the finger.
 * @param isLate whether the last try was refused as a conflict
 * @param isPending whether another one is on its way, of which nothing is known yet
 */
export function useConflict(isLate: boolean, isPending: boolean): boolean {
  const [wasLate, setLate] = useState(false)
  const isShown = isPending ? wasLate : isLate
  if (isShown !== wasLate) setLate(isShown)
  return isShown
}

/**
 * Above the button of a form whose text was not saved because a colleague has saved meanwhile. What was typed stays in the form; both
 * are shown where they differ, and a second press saves what was typed.
 * @param props.saved as people read it
 * @param props.typed what the second press saves, likewise: what is saved with what was changed here (`joinedOf`)
 * @param props.nameOf names a field by the path to it
 * @param props.children further ways on
 */
export function ChangedMeanwhile({
  saved,
  typed,
  nameOf,
  words,
  isSaving,
  onOverwrite,
  children,
}: {
  saved: unknown
  typed: unknown
  nameOf(path: readonly string[]): string
  words: ChangedWords
  isSaving: boolean
  onOverwrite(): void
  children?: ReactNode
}) {
  const now = differencesOf(saved, typed)
  const [differences, setDifferences] = useState(now)
  // While it is being saved the page may have read the outcome already, of which this would say that nothing was saved yet.
  if (!isSaving && JSON.stringify(now) !== JSON.stringify(differences)) setDifferences(now)
  const alert = useRef<HTMLDivElement>(null)
  // When it comes, and again after a further try that was refused.
  useEffect(() => {
    if (!isSaving) alert.current?.focus()
  }, [isSaving])
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={words.title}
      tabIndex={-1}
      ref={alert}
    >
      <Text size="sm">{differences.length === 0 ? words.same : words.text}</Text>
      {differences.map(({ path, saved: there, typed: here }) => (
        <div key={path.join('.')} role="group" aria-label={nameOf(path)}>
          <Text size="sm" fw={700} mt="sm">
            {nameOf(path)}
          </Text>
          <dl className={classes.difference}>
            <div>
              <dt>{words.saved}</dt>
              <dd>{there === '' ? words.empty : there}</dd>
            </div>
            <div>
              <dt>{words.yours}</dt>
              <dd>{here === '' ? words.empty : here}</dd>
            </div>
          </dl>
        </div>
      ))}
      <Group mt="sm" gap="xs">
        <Button
          size="sm"
          loading={isSaving}
          onClick={() => {
            // A button that waits cannot keep the focus.
            alert.current?.focus()
            onOverwrite()
          }}
        >
          {words.overwrite}
        </Button>
        {children}
      </Group>
    </Alert>
  )
}
