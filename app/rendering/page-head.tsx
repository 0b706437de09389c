import { createContext, type ReactNode, useContext } from 'react'

import { PageTitle, useSiteName } from './page-title.tsx'
import { sharePictureSize, siteSharePath } from './share-picture.ts'

/** PUBLIC_URL, provided by root.tsx; empty if it is not configured: then addresses are relative to the page's own. */
export const PublicUrlContext = createContext('')

interface PageHeadProps {
  /** The site's name follows it, unless the title names the site itself. */
  title: string
  namesSite?: boolean
  description: string
  /** The canonical path: with the parameters that decide what the page shows, and no others. Null: no such page exists. */
  path: string | null
  /** Whether search engines may list the page. */
  isListed?: boolean
  type?: 'website' | 'product'
  /** A JPEG of `sharePictureSize`; by default the site's. */
  picture?: { path: string; alt: string }
  /** More tags. */
  children?: ReactNode
}

/**
 * What search engines read of a page, and what chats show of a link to it. React moves it to the head, so it cannot be
 * inside `Cached`. Addresses in it are absolute if PUBLIC_URL is known: a cached page must not contain a visitor's Host
 * header.
 */
export function PageHead({ title, namesSite = false, description, path, isListed = true, ...preview }: PageHeadProps) {
  return (
    <>
      {namesSite ? <title>{title}</title> : <PageTitle>{title}</PageTitle>}
      <meta name="description" content={description} />
      {(path === null || !isListed) && <meta name="robots" content="noindex" />}
      {path !== null && <LinkPreview title={title} description={description} path={path} {...preview} />}
    </>
  )
}

type LinkPreviewProps = Omit<PageHeadProps, 'path'> & { path: string }

function LinkPreview({ title, description, path, type = 'website', picture, children }: LinkPreviewProps) {
  const siteName = useSiteName()
  const publicUrl = useContext(PublicUrlContext)
  const shown = picture ?? { path: siteSharePath, alt: siteName }
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content="en_IN" />
      <link rel="canonical" href={publicUrl + path} />
      <meta property="og:url" content={publicUrl + path} />
      <meta property="og:image" content={publicUrl + shown.path} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(sharePictureSize.width)} />
      <meta property="og:image:height" content={String(sharePictureSize.height)} />
      <meta property="og:image:alt" content={shown.alt} />
      {/* Twitter takes the rest from the tags above. */}
      <meta name="twitter:card" content="summary_large_image" />
      {children}
    </>
  )
}
