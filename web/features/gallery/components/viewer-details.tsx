import { Button, CopyButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DrawingParameters, isDrawing } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits, formatTime } from '#web/lib/format.ts'
import { Folded } from '#web/ui/folded.tsx'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { ReadyAction } from '../lib/use-result-actions.ts'
import { ViewerButtons } from './viewer-buttons.tsx'
import classes from './viewer.module.css'

/** Of a long prompt, so that what can be done with the picture stays in sight. */
const PROMPT_LINES = 6

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What only some pictures were made with. */
function ModeFacts({ made }: { made: DrawingParameters }) {
  const { strength, mask, mask_feather, outpaint, hires, variation_seed, variation_strength } = made
  return (
    <>
      {strength !== undefined && <Fact name="Strength">{strength}</Fact>}
      {mask !== undefined && <Fact name="Mask">{mask_feather ?? 0} px feather</Fact>}
      {outpaint !== undefined && (
        <Fact name="Added space">
          {[outpaint.left, outpaint.top, outpaint.right, outpaint.bottom].join(', ')} px (left, top,
          right, bottom)
        </Fact>
      )}
      {variation_strength !== undefined && (
        <Fact name="Variation">
          {variation_strength} of seed {variation_seed}
        </Fact>
      )}
      {hires !== undefined && (
        <Fact name="Hires pass">
          x{hires.scale}, strength {hires.strength}
        </Fact>
      )}
      {made.guidance_rescale !== undefined && (
        <Fact name="Guidance rescale">{made.guidance_rescale}</Fact>
      )}
    </>
  )
}

/** What made the picture, what it cost, and what can be done with it. */
export function ViewerDetails({
  image,
  actions,
}: {
  image: PredictionImage
  actions: readonly ReadyAction[]
}) {
  const parameters = useQuery({
    queryKey: queryKeys.imageParameters(image.id),
    queryFn: ({ signal }) =>
      call(api.predictionImages.parameters, { params: { id: image.id } }, { signal }),
  })
  const job = useQuery({
    queryKey: queryKeys.job(image.job),
    queryFn: ({ signal }) =>
      call(api.inferenceJobs.detail, { params: { id: image.job } }, { signal }),
  })
  const made = parameters.data
  const drawn = made !== undefined && isDrawing(made) ? made : null
  const perPicture = job.data === undefined ? null : job.data.cost.quoted / job.data.outputs
  return (
    <aside className={classes.details} aria-label="Details">
      <Stack gap="md">
        <div hidden={image.prompt === null}>
          <Group justify="space-between" mb={4}>
            <Title order={2} size="h5">
              Prompt
            </Title>
            <CopyButton value={image.prompt ?? ''}>
              {({ copied, copy }) => (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  className={classes.copy}
                  leftSection={<IconCopy size={16} />}
                  onClick={copy}
                >
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Folded key={image.id} lines={PROMPT_LINES}>
            <Text size="sm" className={classes.prompt}>
              {image.prompt}
            </Text>
            {image.negative_prompt !== '' && (
              <Text size="sm" c="dimmed" mt={4} className={classes.prompt}>
                Without: {image.negative_prompt}
              </Text>
            )}
          </Folded>
        </div>
        <ViewerButtons image={image} actions={actions} />
        {parameters.isError && (
          <Text size="sm" c="dimmed">
            The parameters could not be read.{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void parameters.refetch()}>
              Try again
            </Button>
          </Text>
        )}
        <dl className={classes.facts}>
          <Fact name="Size">
            {image.width} x {image.height} px
          </Fact>
          {image.seed !== null && <Fact name="Seed">{image.seed}</Fact>}
          {image.prompt !== null && (
            <>
              <Fact name="Sampler">{drawn?.sampler ?? <Skeleton h={12} w={80} />}</Fact>
              <Fact name="Steps">{drawn?.steps ?? <Skeleton h={12} w={40} />}</Fact>
              <Fact name="Guidance">{drawn?.guidance_scale ?? <Skeleton h={12} w={40} />}</Fact>
            </>
          )}
          {drawn !== null && <ModeFacts made={drawn} />}
          {image.model !== null && <Fact name="Model">{image.model}</Fact>}
          {made?.model_hash && <Fact name="Model hash">{made.model_hash.slice(0, 10)}</Fact>}
          {job.data !== undefined && <Fact name="Engine">{job.data.engine}</Fact>}
          {perPicture !== null && <Fact name="Cost">{formatCredits(perPicture)}</Fact>}
          {image.marked && <Fact name="Watermark">Removed with a paid plan or credit pack</Fact>}
          <Fact name="Made">{formatTime(image.created_at)}</Fact>
        </dl>
      </Stack>
    </aside>
  )
}
