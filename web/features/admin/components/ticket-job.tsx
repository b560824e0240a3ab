import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { TicketJob, TicketJobContent } from '#contract/support.ts'
import { ApiError } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatCredits, formatNumber, formatTime } from '#web/lib/format.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { Folded } from '#web/ui/folded.tsx'
import { useShowTicketJob } from '../api/use-tickets.ts'
import classes from './ticket-desk.module.css'
import { causeText, found, JOB_STATES, useJobType } from './job-words.ts'

/** Ratings of images that are not shown without a press. */
const EXPLICIT = new Set<string>(['Mature', 'X', 'Blocked', 'Unknown'])

/**
 * The job that a ticket is about: its outcome, and by a press, which is written down, what was asked for and its images.
 * @param isAdmin whether the list of jobs can be opened
 */
export function TicketJobFacts({
  ticket,
  job,
  isAdmin,
}: {
  ticket: string
  job: TicketJob
  isAdmin: boolean
}) {
  const typeOf = useJobType()
  const show = useShowTicketJob(ticket)
  const { id, type, status, outputs, credits, error, created_at: at } = job
  const { label, color } = JOB_STATES[status]
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {typeOf(type)}, {formatNumber(outputs)}
        <Badge variant="light" color={color} miw="max-content">
          {label}
        </Badge>
      </Group>
      <Text size="sm">
        {formatTime(at)}, {formatCredits(credits)}
        {error !== null && `, ${causeText(error)}`}
      </Text>
      {isAdmin ? (
        <Anchor component={Link} to={found(paths.adminJobs.link(), id)} size="sm">
          {id}
        </Anchor>
      ) : (
        <Text size="sm">{id}</Text>
      )}
      {show.data ? (
        <Content content={show.data} />
      ) : (
        <>
          <Button variant="default" loading={show.isPending} onClick={() => show.mutate()}>
            Show prompt and images
          </Button>
          <Text size="sm" c="dimmed" role={show.isError ? 'alert' : undefined}>
            {show.isError
              ? failureText(show.error)
              : 'The prompt and images are private. Opening them is recorded in the log.'}
          </Text>
        </>
      )}
    </Stack>
  )
}

const failureText = (error: Error): string =>
  error instanceof ApiError && error.code === 'not_found'
    ? 'It could not be shown: the customer may have deleted it.'
    : messageOf(error)

function Content({
  content: { prompt, negative_prompt: not, model, images },
}: {
  content: TicketJobContent
}) {
  return (
    <Stack gap="xs" tabIndex={-1} ref={takeFocus}>
      <Folded lines={6}>{prompt ?? 'This job takes no prompt.'}</Folded>
      {not !== null && not !== '' && (
        <Text size="sm" c="dimmed">
          Without: {not}
        </Text>
      )}
      {model !== null && (
        <Text size="sm" c="dimmed">
          {model}
        </Text>
      )}
      {images.length === 0 && <Text c="dimmed">There are no images.</Text>}
      <ul className={classes.images}>
        {images.map((image, index) => (
          <li key={image.id}>
            <JobImage image={image} name={`Image ${index + 1} of the job`} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function JobImage({ image, name }: { image: TicketJobContent['images'][number]; name: string }) {
  const isExplicit = EXPLICIT.has(image.rating)
  const [isShown, setShown] = useState(!isExplicit)
  if (!isShown) {
    return (
      <Button variant="default" fullWidth onClick={() => setShown(true)}>
        Show: {name.toLowerCase()}, rated {image.rating}
      </Button>
    )
  }
  return (
    <a href={image.url} target="_blank" rel="noopener" ref={isExplicit ? takeFocus : undefined}>
      <img src={image.url} alt={name} width={image.width} height={image.height} />
    </a>
  )
}
