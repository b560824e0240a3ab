import { Anchor, Button, Checkbox, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, call } from '#web/lib/api.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { paths } from '#contract/paths.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { exploreKeys } from '#web/lib/explore-keys.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from './texts.ts'

/** Puts an image where everybody can explore it, says how that stands, and takes it back. */
export function PublishPanel({ image }: { image: PredictionImage }) {
  const t = useTexts()
  const client = useQueryClient()
  const [showsPrompt, setShowsPrompt] = useState(image.show_prompt)
  const [isOwnFace, setOwnFace] = useState(false)
  const params = { id: image.id }
  const key = queryKeys.publication(image.id)
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(api.publications.read, { params }, { signal }),
    refetchOnMount: 'always',
  })
  const change = useMutation({
    mutationFn: (isPublic: boolean) =>
      call(api.predictionImages.update, {
        params,
        body: isPublic
          ? { is_public: true, show_prompt: showsPrompt, ...(isOwnFace && { own_face: true }) }
          : { is_public: false },
      }),
    meta: { showsOwnErrors: true },
    onSuccess: async () => {
      await refresh(client, key)
      await client.invalidateQueries({ queryKey: exploreKeys.all })
      await client.invalidateQueries({ queryKey: queryKeys.pictures })
    },
  })
  const { isPending } = change
  const button = useRef<HTMLButtonElement>(null)
  const wasSent = useRef(false)
  // A button that loads is disabled, and loses the focus; somebody who went on has it elsewhere by then.
  useEffect(() => {
    const isLost = [null, document.body].includes(document.activeElement as HTMLElement | null)
    if (!isPending && wasSent.current && isLost) button.current?.focus()
    wasSent.current = isPending
  }, [isPending])
  const asksForFace = 'own_face' in fieldErrorsOf(change.error) || isOwnFace
  const publication = read.data?.publication
  const isOut = publication?.state === 'scanning' || publication?.state === 'published'
  return (
    <Stack gap="sm" component="section" aria-labelledby="publish">
      <Title order={3} id="publish" fz="md">
        {t('publish.title')}
      </Title>
      {read.isPending && <Skeleton height={44} />}
      {read.isError && !read.data && (
        <ErrorState what={t('publish.failed')} onRetry={() => void read.refetch()} />
      )}
      {read.data && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t(publication ? `publish.${publication.state}` : 'publish.about')}
          </Text>
          {publication?.state === 'published' && (
            <Anchor component={Link} to={paths.exploreImage.link(publication.id)} size="sm">
              {t('publish.show')}
            </Anchor>
          )}
          {!isOut && image.prompt !== null && (
            <Switch
              label={t('publish.showPrompt')}
              checked={showsPrompt}
              onChange={({ currentTarget: { checked } }) => setShowsPrompt(checked)}
            />
          )}
          {!isOut && asksForFace && (
            <Checkbox
              label={t('publish.ownFace')}
              checked={isOwnFace}
              onChange={({ currentTarget: { checked } }) => setOwnFace(checked)}
            />
          )}
          <Problem>{change.error && messageOf(change.error)}</Problem>
          {publication?.state !== 'removed' && publication?.state !== 'hidden' && (
            <Button
              variant="default"
              h={44}
              ref={button}
              loading={isPending}
              onClick={() => change.mutate(!isOut)}
            >
              {t(isOut ? 'publish.withdraw' : 'publish.publish')}
            </Button>
          )}
        </>
      )}
    </Stack>
  )
}
