import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Comment } from '#contract/community-people.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useCommentActions, useComments } from '../api/use-comments.ts'
import { useTexts } from '../texts.ts'
import { CommentForm } from './comment-form.tsx'
import { CreatorLink } from './creator-link.tsx'
import classes from './explore.module.css'
import { ReportLink } from './report-link.tsx'

type Remark = Omit<Comment, 'replies'>

/** What people say to an image, with answers to it. */
export function Comments({ image }: { image: string }) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { show } = useDialogs()
  const comments = useComments(image)
  const { add } = useCommentActions(image)
  const all = comments.data?.pages.flatMap(({ results }) => results)
  return (
    <section className={classes.section} aria-labelledby="comments">
      <Title order={2} id="comments" tabIndex={-1} fz="lg" mb="sm">
        {t('comments.title')}
      </Title>
      {isLoggedIn ? (
        <CommentForm
          label={t('comments.write')}
          submit={t('comments.send')}
          onSubmit={(text) => add.mutateAsync({ text, parent: null })}
        />
      ) : (
        <Button variant="default" mb="md" onClick={() => show('login')}>
          {t('comments.logIn')}
        </Button>
      )}
      {comments.isPending && <Skeleton h={80} aria-hidden="true" />}
      {comments.isError && !all && (
        <ErrorState what={t('comments.failed')} onRetry={() => void comments.refetch()} />
      )}
      {all?.length === 0 && <Text c="dimmed">{t('comments.empty')}</Text>}
      {all && all.length > 0 && (
        <ul className={classes.comments} aria-label={t('comments.title')}>
          {all.map((comment) => (
            <Thread key={comment.id} image={image} comment={comment} />
          ))}
        </ul>
      )}
      {comments.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={comments.isFetchingNextPage}
          onClick={() => void comments.fetchNextPage()}
        >
          {t('comments.more')}
        </Button>
      )}
    </section>
  )
}

function Thread({ image, comment }: { image: string; comment: Comment }) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { add } = useCommentActions(image)
  const [isAnswering, setAnswering] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <li className={classes.comment}>
      <Said image={image} remark={comment} />
      {isLoggedIn && comment.text !== null && (
        <Anchor
          component="button"
          type="button"
          ref={opener}
          size="sm"
          aria-expanded={isAnswering}
          onClick={() => setAnswering(!isAnswering)}
        >
          {t('comments.answer')}
        </Anchor>
      )}
      {isAnswering && (
        <CommentForm
          label={t('comments.writeAnswer')}
          submit={t('comments.sendAnswer')}
          isFocused
          onSubmit={async (text) => {
            await add.mutateAsync({ text, parent: comment.id })
            setAnswering(false)
            opener.current?.focus()
          }}
        />
      )}
      {comment.replies.length > 0 && (
        <ul className={classes.replies}>
          {comment.replies.map((reply) => (
            <li key={reply.id} className={classes.comment}>
              <Said image={image} remark={reply} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const focusComments = () => document.getElementById('comments')?.focus()

/** One comment or answer; the viewer's own can be changed for a while, and deleted. */
function Said({ image, remark }: { image: string; remark: Remark }) {
  const t = useTexts()
  const { change, remove } = useCommentActions(image)
  const [isChanging, setChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { id, text, creator, is_own: isOwn, created_at: at, changed_at: changedAt } = remark
  if (text === null || creator === null) return <Text c="dimmed">{t('comments.deleted')}</Text>
  return (
    <>
      <CreatorLink creator={creator} />{' '}
      <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {formatUtcDay(at)}
        {changedAt !== null && ` · ${t('comments.changed')}`}
      </Text>
      {isChanging ? (
        <CommentForm
          label={t('comments.change')}
          submit={t('comments.save')}
          text={text}
          isFocused
          onSubmit={async (next) => {
            await change.mutateAsync({ id, text: next })
            setChanging(false)
            opener.current?.focus()
          }}
        />
      ) : (
        <p style={{ margin: 0 }}>{text}</p>
      )}
      {!isOwn && (
        <ReportLink
          query={{ comment: id }}
          label={t('report.comment', { name: creator.name })}
          me="md"
        />
      )}
      {isOwn && (
        <>
          <Anchor
            component="button"
            type="button"
            ref={opener}
            size="sm"
            me="md"
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {t('comments.change')}
          </Anchor>
          <Anchor
            component="button"
            type="button"
            size="sm"
            me="md"
            // The button goes with the comment.
            onClick={() => remove.mutate(id, { onSuccess: focusComments })}
          >
            {t('comments.delete')}
          </Anchor>
        </>
      )}
    </>
  )
}
