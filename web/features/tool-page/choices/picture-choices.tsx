import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { ErrorState } from '#web/ui/states.tsx'
import { Problem } from '#web/ui/problem.tsx'
import classes from './choices.module.css'

/** What can be chosen, each with an image that shows it. */
interface Choices {
  data: { results: readonly { id: string; name: string; sample_url: string | null }[] } | undefined
  isPending: boolean
  isError: boolean
  refetch(): unknown
}

/** Several of some things, chosen by their images. */
export function PictureChoices({
  texts,
  choices: { data, isPending, isError, refetch },
  chosen,
  problem,
  isTall = false,
  onChange,
}: {
  texts: { label: string; all: string; none: string; failed: string }
  choices: Choices
  /** Ids. */
  chosen: readonly string[]
  problem: string | null
  /** The images are 4 to 5. */
  isTall?: boolean
  onChange: (chosen: string[]) => void
}) {
  const label = useId()
  const results = data?.results ?? []
  const all = results.length > 0 && chosen.length === results.length
  const height = isTall ? 200 : 160
  return (
    <section aria-labelledby={label}>
      <Group justify="space-between" mb={6}>
        <Text component="h2" size="sm" fw={700} id={label}>
          {texts.label}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.all}
          onClick={() => onChange(all ? [] : results.map(({ id }) => id))}
        >
          {all ? texts.none : texts.all}
        </Button>
      </Group>
      {isError && <ErrorState what={texts.failed} onRetry={() => void refetch()} />}
      <div className={classes.looks} data-tall={isTall || undefined}>
        {isPending &&
          Array.from({ length: isTall ? 8 : 12 }, (_, index) => (
            <Skeleton key={index} className={classes.sample} />
          ))}
        {results.map(({ id, name, sample_url: sample }) => (
          <label key={id} className={classes.look}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(
                  results
                    .map((one) => one.id)
                    .filter((one) => (one === id ? currentTarget.checked : chosen.includes(one))),
                )
              }
            />
            {sample === null ? (
              <span className={classes.sample} />
            ) : (
              <img src={sample} alt="" className={classes.sample} width={160} height={height} />
            )}
            <span>{name}</span>
          </label>
        ))}
      </div>
      <Problem mt={6}>{problem}</Problem>
    </section>
  )
}
