/** The size that WhatsApp, Facebook and others show without cutting. */
export const sharePictureSize = { width: 1_200, height: 630 }

/** The picture of the site, for pages without one of their own. */
export const siteSharePath = '/share/site.jpg'
