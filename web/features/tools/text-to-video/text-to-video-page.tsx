import { useMemo, type ReactNode } from 'react'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import { VIDEO_FACTS } from '#contract/tool-facts.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useChoice } from '../frame/draft-store.ts'
import { InputField } from '../frame/input-field.tsx'
import { ToolFrame } from '../frame/tool-frame.tsx'
import { useInput } from '../frame/use-input.ts'
import { FIRST, fitChoice, requestOf } from './choice.ts'
import { useTexts } from './texts.ts'
import { textToVideoTool } from './tool.ts'
import { VideoFields } from './video-fields.tsx'
import { WayField } from './way-field.tsx'

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
  const [choice, change] = useChoice(textToVideoTool.id, FIRST)
  const fitted = useMemo(() => fitChoice(choice, providers)!, [choice, providers])
  const { way, provider } = fitted
  const image = input.picture ? input.id : null
  const request = useMemo(() => requestOf(choice, fitted, image), [choice, fitted, image])
  const empty = choice.prompt.trim() === ''
  const needsPrompt = way === 'words' || (way === 'image' && provider.prompt === 'needed')
  return (
    <ToolFrame
      tool={textToVideoTool}
      facts={provider.provider === 'BUILT_IN' ? VIDEO_FACTS : null}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        listed: provider.credits_per_second * fitted.duration,
        wrong: {
          ...(way === 'image' && input.id === null && { image: t('videoPage.chooseFirst') }),
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
            <InputField input={input} problem={problems['image'] ?? null} />
          </WayField>
          <VideoFields
            fitted={fitted}
            providers={providers}
            onChange={change}
            problems={problems}
          />
        </>
      )}
      renderResult={({ images: [video], onDetails }) =>
        video?.video && (
          <Deferred
            key={video.id}
            load={loadResult}
            props={{
              image: video,
              video: video.video,
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
