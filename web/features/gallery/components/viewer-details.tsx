import { useQuery } from '@tanstack/react-query'
import { Button, CopyButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type DrawingParameters, isDrawing } from '#contract/drawing-parameters.ts'
import { api, call } from '#web/lib/api.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { formatCredits, formatTime } from '#web/lib/format.ts'
import { WrongLink } from '#web/ui/wrong-link.tsx'
import { Folded } from '#web/ui/folded.tsx'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { ReadyAction } from '../lib/use-result-actions.ts'
import { ViewerButtons } from './viewer-buttons.tsx'
import { useTexts } from '../texts.ts'
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
  const t = useTexts()
  const { strength, mask, mask_feather, outpaint, hires, variation_seed, variation_strength } = made
  const { controls = [] } = made
  return (
    <>
      {strength !== undefined && <Fact name={t('fact.strength')}>{strength}</Fact>}
      {mask !== undefined && (
        <Fact name={t('fact.mask')}>{t('fact.feather', { feather: mask_feather ?? 0 })}</Fact>
      )}
      {outpaint !== undefined && (
        <Fact name={t('fact.space')}>
          {t('fact.spaceSides', {
            sides: [outpaint.left, outpaint.top, outpaint.right, outpaint.bottom].join(', '),
          })}
        </Fact>
      )}
      {variation_strength !== undefined && (
        <Fact name={t('fact.variation')}>
          {t('fact.variationOf', { strength: variation_strength, seed: variation_seed ?? '' })}
        </Fact>
      )}
      {hires !== undefined && (
        <Fact name={t('fact.hires')}>
          {t('fact.hiresOf', { scale: hires.scale, strength: hires.strength })}
        </Fact>
      )}
      {controls.map((control) => (
        <Fact key={Object.values(control).join(' ')} name={t('fact.control')}>
          {t('fact.controlOf', { kind: control.kind, strength: control.strength })}
        </Fact>
      ))}
      {made.guidance_rescale !== undefined && (
        <Fact name={t('fact.rescale')}>{made.guidance_rescale}</Fact>
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
  const t = useTexts()
  const parameters = useQuery({
    queryKey: queryKeys.imageParameters(image.id),
    queryFn: ({ signal }) =>
      call(api.predictionImages.parameters, { params: { id: image.id } }, { signal }),
  })
  const job = useQuery({
    queryKey: queryKeys.job(image.job),
    queryFn: ({ signal }) =>
      call(
        api.inferenceJobs.detail,
        {
          params: { id: image.job },
        },
        { signal },
      ),
  })
  const made = parameters.data
  const drawn = made !== undefined && isDrawing(made) ? made : null
  const perPicture = job.data === undefined ? null : job.data.cost.quoted / job.data.outputs
  return (
    <aside className={classes.details} aria-label={t('viewerDetails.label')}>
      <Stack gap="md">
        <div hidden={image.prompt === null}>
          <Group justify="space-between" mb={4}>
            <Title order={2} size="h5">
              {t('viewerDetails.prompt')}
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
                  {copied ? t('viewerDetails.copied') : t('viewerDetails.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Folded key={image.id} lines={PROMPT_LINES}>
            <Text size="sm" className={classes.prompt}>
              {image.prompt}
            </Text>
            {image.negative_prompt && (
              <Text size="sm" c="dimmed" mt={4} className={classes.prompt}>
                {t('viewerDetails.negative', { prompt: image.negative_prompt })}
              </Text>
            )}
          </Folded>
        </div>
        <ViewerButtons image={image} actions={actions} />
        {parameters.isError && (
          <Text size="sm" c="dimmed">
            {t('viewerDetails.failed')}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void parameters.refetch()}>
              {t('viewerDetails.tryAgain')}
            </Button>
          </Text>
        )}
        <dl className={classes.facts}>
          <Fact name={t('fact.size')}>
            {t('fact.pixels', { width: image.width, height: image.height })}
          </Fact>
          {image.seed !== null && <Fact name={t('fact.seed')}>{image.seed}</Fact>}
          {image.prompt !== null && (
            <>
              <Fact name={t('fact.sampler')}>{drawn?.sampler ?? <Skeleton h={12} w={80} />}</Fact>
              <Fact name={t('fact.steps')}>{drawn?.steps ?? <Skeleton h={12} w={40} />}</Fact>
              <Fact name={t('fact.guidance')}>
                {drawn?.guidance_scale ?? <Skeleton h={12} w={40} />}
              </Fact>
            </>
          )}
          {drawn !== null && <ModeFacts made={drawn} />}
          {image.model !== null && <Fact name={t('fact.model')}>{image.model}</Fact>}
          {made?.model_hash && (
            <Fact name={t('fact.modelHash')}>{made.model_hash.slice(0, 10)}</Fact>
          )}
          {made?.drawn_after !== undefined && (
            <Fact name={t('fact.drawnAfter')}>
              {made.drawn_after.map(({ thing, set, licence }) => (
                <div key={`${thing} ${set}`}>{`${thing}, ${set}, ${licence}`}</div>
              ))}
            </Fact>
          )}
          {made?.revised_prompt !== undefined && (
            <Fact name={t('fact.revisedPrompt')}>{made.revised_prompt}</Fact>
          )}
          {made?.made_by !== undefined && (
            <Fact name={t('fact.madeBy')}>
              {made.made_by.map(({ name, licence }) => (
                <div key={name}>{licence === '' ? name : `${name}, ${licence}`}</div>
              ))}
            </Fact>
          )}
          {job.data !== undefined && (
            <Fact name={t('fact.engine')}>
              {job.data.first_engine === null
                ? job.data.engine
                : t('fact.takenOver', { engine: job.data.engine, first: job.data.first_engine })}
            </Fact>
          )}
          {perPicture !== null && (
            <Fact name={t('fact.cost')}>
              {image.is_free ? t('fact.free') : formatCredits(perPicture)}
            </Fact>
          )}
          {image.marked && <Fact name={t('fact.watermark')}>{t('fact.watermarkText')}</Fact>}
          <Fact name={t('fact.made')}>{formatTime(image.created_at)}</Fact>
        </dl>
        <div>
          <WrongLink job={image.job} />
        </div>
      </Stack>
    </aside>
  )
}
