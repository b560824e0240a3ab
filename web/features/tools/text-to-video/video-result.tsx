import { Button, Group, Switch } from '@mantine/core'
import {
  IconMovie,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconVideoPlus,
} from '@tabler/icons-react'
import { useDisclosure } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { PredictionImage, Video } from '#contract/prediction-images.ts'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { ResultBar } from '#web/features/gallery/results/result-bar.tsx'
import { frameOf, toFile } from './frame-of.ts'
import { SaveAs } from './save-as.tsx'
import { useTexts } from './texts.ts'
import { Thumbnails } from './thumbnails.tsx'
import { textToVideoTool } from './tool.ts'
import classes from './video.module.css'

const loadDialog = () => import('./extend-dialog.tsx').then(({ ExtendDialog }) => ExtendDialog)

/** The video, to be played, walked through frame by frame, and gone on from. */
export function VideoResult({
  image,
  video,
  provider,
  onUseFrame,
  onDetails,
}: {
  image: PredictionImage
  video: Video
  /** Who made it; null: they make none here any more. */
  provider: VideoProvider | null
  onUseFrame: (frame: File) => void
  onDetails: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const player = useRef<HTMLVideoElement>(null)
  const [loop, setLoop] = useState(true)
  const [busy, setBusy] = useState(false)
  const [extending, dialog] = useDisclosure(false)
  const extension = video.can_extend ? (provider?.extend ?? null) : null

  function go(to: number): void {
    if (!player.current) return
    player.current.pause()
    player.current.currentTime = Math.min(video.duration, Math.max(0, to))
  }
  const step = (frames: number): void => go((player.current?.currentTime ?? 0) + frames / video.fps)

  async function lastFrame(): Promise<void> {
    setBusy(true)
    try {
      const canvas = await frameOf(video.url, video.duration - 0.5 / video.fps, image)
      onUseFrame(await toFile(canvas, t('videoResult.frameName')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {/* What a service says in it comes without words to show. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={player}
        src={video.url}
        poster={image.url}
        width={image.width}
        height={image.height}
        className={classes.player}
        aria-label={image.alt || image.prompt || t('videoResult.label')}
        controls
        playsInline
        muted={!video.sound}
        loop={loop}
        preload="metadata"
      />
      <ResultBar without={textToVideoTool.key} image={image} onDetails={onDetails} />
      <Thumbnails image={image} video={video} onGo={go} />
      <Group gap="sm" my="sm">
        <Button
          variant="default"
          leftSection={<IconPlayerTrackPrev size={18} />}
          onClick={() => step(-1)}
        >
          {t('videoResult.back')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerTrackNext size={18} />}
          onClick={() => step(1)}
        >
          {t('videoResult.forward')}
        </Button>
        <Switch
          label={t('videoResult.loop')}
          checked={loop}
          onChange={({ currentTarget }) => setLoop(currentTarget.checked)}
        />
        <Button
          variant="default"
          leftSection={<IconMovie size={18} />}
          loading={busy}
          onClick={() => void lastFrame()}
        >
          {t('videoResult.useLastFrame')}
        </Button>
        {extension && (
          <Button variant="default" leftSection={<IconVideoPlus size={18} />} onClick={dialog.open}>
            {t('videoExtend.action')}
          </Button>
        )}
        <SaveAs image={image} video={video} />
      </Group>
      {extending && provider && extension && (
        <Deferred
          load={loadDialog}
          props={{ image, video, provider, extension, onClose: dialog.close }}
        />
      )}
    </>
  )
}
