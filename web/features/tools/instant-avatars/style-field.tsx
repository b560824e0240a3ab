import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './avatars.module.css'
import { useStyles } from './use-styles.ts'
import { useTexts } from '../texts.ts'

/** Looks to choose from, each with an avatar that was made in it. */
export function StyleField({
  chosen,
  problem,
  onChange,
}: {
  /** Ids. */
  chosen: readonly string[]
  problem: string | null
  onChange: (chosen: string[]) => void
}) {
  const t = useTexts()
  const label = useId()
  const { data, isPending, isError, refetch } = useStyles()
  const looks = data?.results ?? []
  const all = looks.length > 0 && chosen.length === looks.length
  return (
    <section aria-labelledby={label}>
      <Group justify="space-between" mb={6}>
        <Text component="h2" size="sm" fw={700} id={label}>
          {t('looks.label')}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.all}
          onClick={() => onChange(all ? [] : looks.map(({ id }) => id))}
        >
          {t(all ? 'looks.none' : 'looks.all')}
        </Button>
      </Group>
      {isError && <ErrorState what={t('looks.loadFailed')} onRetry={() => void refetch()} />}
      <div className={classes.looks}>
        {isPending &&
          Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className={classes.sample} />
          ))}
        {looks.map(({ id, name, sample_url: sample }) => (
          <label key={id} className={classes.look}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(
                  looks
                    .map((look) => look.id)
                    .filter((one) => (one === id ? currentTarget.checked : chosen.includes(one))),
                )
              }
            />
            {sample === null ? (
              <span className={classes.sample} />
            ) : (
              <img src={sample} alt="" className={classes.sample} width={160} height={160} />
            )}
            <span>{name}</span>
          </label>
        ))}
      </div>
      {problem !== null && (
        <Text size="sm" c="red" role="alert" mt={6}>
          {problem}
        </Text>
      )}
    </section>
  )
}
