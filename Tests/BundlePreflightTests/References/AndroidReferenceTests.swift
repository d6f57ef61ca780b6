import Testing

@testable import BundlePreflight

@Suite("Sounds asked for in Kotlin and Java")
struct AndroidReferenceTests {
  @Test(
    "are found where they are set",
    arguments: [
      Snippet(
        "A.kt",
        """
        val channel = NotificationChannel(ID, "Alarms", IMPORTANCE_HIGH)
        val uri = Uri.parse("android.resource://" + packageName + "/" + R.raw.▸ding)
        channel.setSound(uri, attributes)
        """, "ding@android"),
      Snippet(
        "A.kt",
        """
        val uri: Uri? = Uri.parse(▸"android.resource://${context.packageName}/raw/ding")
        NotificationCompat.Builder(context, ID).setSound(uri)
        """, "ding@android"),
      Snippet(
        "A.kt",
        """
        NotificationCompat.Builder(context, ID)
          .setSmallIcon(R.drawable.icon)
          .setSound(Uri.parse(▸"android.resource://$packageName/${R.raw.ding}"))
          .setSound(Uri.parse(▸"android.resource://${a.packageName}/${com.bells.R.raw.dang}"))
          .setSound(("android.resource://" + packageName + "/" + R.raw.▸dong).toUri())
        """, "ding@android", "dang@android", "dong@android"),
      Snippet(
        "A.kt",
        """
        val uri = Uri.Builder().scheme(ContentResolver.SCHEME_ANDROID_RESOURCE)
          .authority(packageName).appendPath("raw").appendPath(▸"ding").build()
        NotificationChannel(ID, "Alarms", 4).setSound(uri, attributes)
        """, "ding@android"),
      Snippet(
        "A.kt",
        """
        fun tone(): Uri = Uri.parse("android.resource://$packageName/" + R.raw.▸ding)
        NotificationCompat.Builder(context, ID).setSound(tone())
        """, "ding@android"),
      Snippet(
        "A.java",
        """
        NotificationChannel channel = new NotificationChannel(ID, "Alarms", 4);
        Uri uri = Uri.parse(ContentResolver.SCHEME_ANDROID_RESOURCE + "://" + name + ▸"/raw/ding");
        channel.setSound(uri, null);
        """, "ding@android"),
      Snippet(
        "A.java",
        "NotificationCompat.Builder b; b.setSound(Uri.parse(▸\"android.resource://a.b/raw/ding\"));",
        "ding@android"),
      Snippet(
        "A.java", "Notification n; NotificationManager m; n.sound = Uri.parse(S + R.raw.▸ding);",
        "ding@android"),
      Snippet("A.java", "player.setSound(R.raw.▸ding);", "?ding@android"),
      Snippet(
        "A.kt",
        "RingtoneManager.getRingtone(this, Uri.parse(\"android.resource://$p/\" + R.raw.▸ding))",
        "?ding@android"),
      Snippet(
        "A.java",
        """
        class A { NotificationCompat.Builder b; void post() { b.setSound(tone); }
          void play() { Uri tone = Uri.parse(▸"android.resource://p/raw/ding"); RingtoneManager.getRingtone(this, tone).play(); } }
        """, "?ding@android"),
      Snippet(
        "A.kt", "NotificationPlatformConfiguration.Ios(notificationSoundName = ▸\"ding.wav\")",
        "ding.wav@apple"),
      Snippet(
        "A.kt",
        """
        val a = IosNotificationConfiguration(badge = 1, soundFilename = ▸"ding.wav")
        val b = AlarmeeNotificationChannel(id = "a", soundFilename = "ding")
        """, "ding.wav@apple"),
      Snippet(
        "A.kt", "content.setSound(UNNotificationSound.soundNamed(▸\"ding.caf\")) // raw",
        "ding.caf@apple"),
    ])
  func found(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are not mistaken",
    arguments: [
      "// channel.setSound(Uri.parse(A + R.raw.ding), null)",
      "/* NotificationChannel */ val a = MediaPlayer.create(this, R.raw.ding)",
      "NotificationManager(); soundPool.load(context, R.raw.ding, 1)",
      "NotificationManager(); animation.setAnimation(R.raw.lottie)",
      "NotificationManager(); val text = resources.openRawResource(R.raw.licences)",
      "NotificationManager(); log(\"channel.setSound(R.raw.ding)\")",
      "NotificationManager(); channel.setSound(Uri.parse(base + \"/raw/$name\"), null)",
      "NotificationManager(); channel.setSound(RingtoneManager.getDefaultUri(TYPE), null) // raw",
      "NotificationManager(); val uri = Uri.parse(A + R.raw.ding); play(uri)",
      "NotificationManager(); c.setSound(Uri.Builder().scheme(\"https\").appendPath(\"raw\").appendPath(\"ding\").build(), a)",
    ])
  func clean(text: String) {
    #expect(Snippet.describe(ReferenceScan.scan(Array(text.utf8), path: "A.kt")) == [])
  }
}
