import { useMemo, type ReactNode } from 'react'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { FIRST, fitChoice, requestOf } from './choice.ts'
import { useTexts } from './texts.ts'
import { textToVideoTool } from './tool.ts'
import { VideoFields } from './video-fields.tsx'
import { VideoSample } from './video-sample.tsx'
import { WayField } from './way-field.tsx'

const loadEndField = () => import('./end-field.tsx').then(({ EndField }) => EndField)

const loadResult = () => import('./video-result.tsx').then(({ VideoResult }) => VideoResult)

/**
 * /tools/text-to-video
 * @param props.providers that make videos here, at least one
 */
export function TextToVideoPage({
  providers,
  resendMail,
}: {
  providers: readonly [VideoProvider, ...VideoProvider[]]
  resendMail: ReactNode
}) {
  const t = useTexts()
  const input = useInput(textToVideoTool)
  const last = useInput(textToVideoTool, 'end')
  const [choice, change] = useChoice(textToVideoTool.key, FIRST)
  const { draws } = useCapabilities()
  const fitted = useMemo(() => {
    // A photo that was chosen elsewhere is what the video is to be made of.
    const way = choice.way ?? (input.id === null ? null : 'image')
    return fitChoice({ ...choice, way }, providers, draws === 'anything')!
  }, [choice, providers, draws, input.id])
  const { way, ends, provider } = fitted
  const image = input.picture ? input.id : null
  const end = last.picture ? last.id : null
  const request = useMemo(
    () => requestOf(choice, fitted, { image, end }),
    [choice, fitted, image, end],
  )
  const empty = choice.prompt.trim() === ''
  const needsPrompt = way === 'words' || (way === 'image' && provider.prompt === 'needed')
  return (
    <ToolFrame
      tool={textToVideoTool}
      facts={provider.provider === 'BUILT_IN' ? 'video' : null}
      input={input}
      resendMail={resendMail}
      empty={provider.provider === 'BUILT_IN' && <VideoSample />}
      order={{
        request,
        listed: provider.credits_per_second * fitted.duration,
        wrong: {
          ...(way === 'image' && input.id === null && { image: t('videoPage.chooseFirst') }),
          ...(ends &&
            input.id !== null &&
            last.id === null && { end_image: t('videoPage.chooseLast') }),
          ...(needsPrompt && empty && { prompt: t('videoPage.describeFirst') }),
          ...(way === 'several' &&
            choice.prompts.some((one) => one.trim() === '') && {
              prompts: t('videoPage.describeAll'),
            }),
        },
      }}
      renderFields={(problems) => (
        <>
          <WayField choice={choice} fitted={fitted} onChange={change} problems={problems}>
            <InputField
              input={input}
              problem={problems['image'] ?? null}
              takesDrops={!ends || input.id === null}
            />
            {fitted.canEnd && input.id !== null && (
              <Deferred
                load={loadEndField}
                props={{
                  input: last,
                  on: ends,
                  onSwitch: (on: boolean) => change({ ends: on, motion: '' }),
                  problem: problems['end_image'] ?? null,
                }}
              />
            )}
          </WayField>
          <VideoFields
            fitted={fitted}
            providers={providers}
            onChange={change}
            problems={problems}
          />
        </>
      )}
      renderResult={({ job, images: [video], onDetails }) =>
        video?.video && (
          <Deferred
            key={video.id}
            load={loadResult}
            props={{
              image: video,
              video: video.video,
              provider:
                providers.find((one) => one.provider === job.parameters['provider']) ?? null,
              onUseFrame(frame: File) {
                change({ way: 'image' })
                input.send([frame])
              },
              onDetails,
            }}
          />
        )
      }
    />
  )
}
