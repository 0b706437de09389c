export default function GalleryPage() {
  return (
    <main>
      <h1>Gallery</h1>
    </main>
  )
}
