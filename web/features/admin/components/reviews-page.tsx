import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { PictureReview } from '#contract/picture-reviews.ts'
import { formatTime } from '#web/lib/format.ts'
import { Folded } from '#web/ui/folded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useDecideReview, useReviews } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { TableState } from '#web/ui/data-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'

const STATES: { value: PictureReview['state']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'allowed', label: 'Allowed' },
]

const percent = (score: number): string => `${Math.round(100 * score)} %`

/** Blurred until somebody wants to see it: reviewers choose when. */
function Picture({ review }: { review: PictureReview }) {
  const [isShown, setShown] = useState(false)
  if (review.url === null) {
    return (
      <div className={`${classes.picture} ${classes.none}`}>
        {review.verdict === 'blocked' ? 'Blocked images are not kept.' : 'Its owner deleted it.'}
      </div>
    )
  }
  return (
    <>
      <div className={classes.frameOfPicture}>
        <img
          src={review.url}
          alt={isShown ? review.prompt : 'Hidden image'}
          loading="lazy"
          className={classes.picture}
          data-hidden={!isShown || undefined}
        />
      </div>
      <SmallButton onClick={() => setShown(!isShown)}>{isShown ? 'Hide' : 'Show'}</SmallButton>
    </>
  )
}

function Review({ review }: { review: PictureReview }) {
  const decide = useDecideReview()
  const { id, scores, prompt, owner, created_at: at, state } = review
  return (
    <li className={classes.review}>
      <Picture review={review} />
      <div>
        <Folded lines={3}>
          <Text fw={700}>{prompt}</Text>
        </Folded>
        <Text size="sm" c="dimmed">
          {owner}, {formatTime(at)}
        </Text>
        <Text size="sm" className="tabular">
          {scores === null
            ? 'Not classified'
            : `Porn ${percent(scores.porn)}, hentai ${percent(scores.hentai)}, sexy ${percent(scores.sexy)}`}
        </Text>
      </div>
      {state === 'open' && (
        <Group grow>
          <Button
            variant="default"
            loading={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'allow' })}
          >
            Harmless
          </Button>
          <Button
            loading={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'confirm' })}
          >
            Rightly hidden
          </Button>
        </Group>
      )}
    </li>
  )
}

/** Pictures that the classifier found sensitive or blocked, for a person to judge. */
export function ReviewsPage() {
  const [state, setState] = useState<PictureReview['state']>('open')
  const reviews = useReviews(state)
  const shown = reviews.data?.pages.flatMap(({ results }) => results)
  return (
    <AdminFrame title="Images to review">
      <Segments
        aria-label="Which images"
        value={state}
        onChange={(value) => setState(value)}
        data={STATES}
        style={{ justifySelf: 'start' }}
      />
      {!shown && <TableState isError={reviews.isError} onRetry={() => void reviews.refetch()} />}
      {shown?.length === 0 && (
        <EmptyState
          picture={null}
          text={state === 'open' ? 'No image waits for a look.' : 'None was judged so yet.'}
        />
      )}
      {shown && shown.length > 0 && (
        <ul className={classes.reviews}>
          {shown.map((review) => (
            <Review key={review.id} review={review} />
          ))}
        </ul>
      )}
      {reviews.hasNextPage && (
        <Button
          variant="default"
          loading={reviews.isFetchingNextPage}
          onClick={() => void reviews.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </AdminFrame>
  )
}
