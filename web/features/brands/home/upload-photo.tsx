import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session.ts'
import classes from './photo-hero.module.css'
import { useTexts } from './texts.ts'

/** Takes a photo for headshots first, and asks for an account only then; the photo waits in the browser meanwhile. */
export function UploadPhoto() {
  const t = useTexts()
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  const page = paths.createHeadshots.link()
  async function take(files: readonly File[]): Promise<void> {
    // Comes with the pages of the tools; this page is lighter without it.
    const { keepFilesFor } = await import('#web/lib/kept-files.ts')
    keepFilesFor('create_headshots.image', page, files)
    await navigate(isLoggedIn ? page : paths.register.link({ nextUrl: page }))
  }
  return (
    <Button component="label" size="lg" className={classes.upload}>
      {t('headshot.upload')}
      <input
        type="file"
        accept="image/*"
        className={classes.file}
        onChange={({ currentTarget: { files } }) => {
          if (!files || files.length === 0) return
          void take([...files])
        }}
      />
    </Button>
  )
}
