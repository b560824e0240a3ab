import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { explorePictures } from './showcase.ts'
import classes from './home.module.css'
import { ShowcasePicture } from './showcase-picture.tsx'
import { useTexts } from './texts.ts'

/** Pictures whose prompt a visitor may take over. */
export function Explore({ linkOf }: { linkOf(target: string): string }) {
  const t = useTexts()
  return (
    <section aria-labelledby="explore">
      <div className={classes.sectionHead}>
        <div>
          <Title order={2} id="explore">
            {t('explore.explore')}
          </Title>
          <Text c="dimmed" mt="xs">
            {t('explore.hint')}
          </Text>
        </div>
      </div>
      <div className={classes.gallery}>
        {explorePictures.map((picture) => (
          <Link
            key={picture.file}
            className={classes.galleryLink}
            to={linkOf(paths.textToImage.link({ prompt: picture.prompt }))}
            aria-label={t('explore.start', { prompt: picture.prompt })}
          >
            <ShowcasePicture picture={picture} />
          </Link>
        ))}
      </div>
    </section>
  )
}
