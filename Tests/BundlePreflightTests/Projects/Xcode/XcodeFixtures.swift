/// Texts of `project.pbxproj` as Xcode writes them.
enum XcodeFixtures {
  /// Xcode 13's format: an app with sounds of all kinds of membership, a notification service, a
  /// watch app, a framework and unit tests.
  static let classic = """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	classes = {
    	};
    	objectVersion = 55;
    	objects = {

    /* Begin PBXBuildFile section */
    		4A0000000000000000000001 /* ding.caf in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000001 /* ding.caf */; };
    		4A0000000000000000000002 /* Alert Tone.wav in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000002 /* Alert Tone.wav */; };
    		4A0000000000000000000003 /* Loops in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000003 /* Loops */; };
    		4A0000000000000000000004 /* hello.aiff in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000004 /* hello.aiff */; };
    		4A0000000000000000000005 /* shared.caf in CopyFiles */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000005 /* shared.caf */; };
    		4A0000000000000000000006 /* push.caf in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000006 /* push.caf */; };
    		4A0000000000000000000007 /* tick.caf in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000007 /* tick.caf */; };
    		4A0000000000000000000008 /* kit.caf in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000008 /* kit.caf */; };
    		4A0000000000000000000009 /* sample.wav in Resources */ = {isa = PBXBuildFile; fileRef = 4A1000000000000000000009 /* sample.wav */; };
    		4A000000000000000000000A /* Assets.xcassets in Resources */ = {isa = PBXBuildFile; fileRef = 4A100000000000000000000A /* Assets.xcassets */; };
    		4A000000000000000000000B /* AppDelegate.swift in Sources */ = {isa = PBXBuildFile; fileRef = 4A100000000000000000000B /* AppDelegate.swift */; };
    		4A000000000000000000000C /* Kit.framework in Embed Frameworks */ = {isa = PBXBuildFile; fileRef = 4A100000000000000000000C /* Kit.framework */; settings = {ATTRIBUTES = (CodeSignOnCopy, RemoveHeadersOnCopy, ); }; };
    /* End PBXBuildFile section */

    /* Begin PBXCopyFilesBuildPhase section */
    		4A2000000000000000000001 /* Embed Frameworks */ = {
    			isa = PBXCopyFilesBuildPhase;
    			buildActionMask = 2147483647;
    			dstPath = "";
    			dstSubfolderSpec = 10;
    			files = (
    				4A000000000000000000000C /* Kit.framework in Embed Frameworks */,
    			);
    			name = "Embed Frameworks";
    			runOnlyForDeploymentPostprocessing = 0;
    		};
    		4A2000000000000000000002 /* CopyFiles */ = {
    			isa = PBXCopyFilesBuildPhase;
    			buildActionMask = 2147483647;
    			dstPath = Tones;
    			dstSubfolderSpec = 7;
    			files = (
    				4A0000000000000000000005 /* shared.caf in CopyFiles */,
    			);
    			runOnlyForDeploymentPostprocessing = 0;
    		};
    /* End PBXCopyFilesBuildPhase section */

    /* Begin PBXFileReference section */
    		4A1000000000000000000001 /* ding.caf */ = {isa = PBXFileReference; lastKnownFileType = file; path = ding.caf; sourceTree = "<group>"; };
    		4A1000000000000000000002 /* Alert Tone.wav */ = {isa = PBXFileReference; lastKnownFileType = audio.wav; name = "Alert Tone.wav"; path = "Chime/Media/Alert Tone.wav"; sourceTree = SOURCE_ROOT; };
    		4A1000000000000000000003 /* Loops */ = {isa = PBXFileReference; lastKnownFileType = folder; path = Loops; sourceTree = "<group>"; };
    		4A10000000000000000000E1 /* en */ = {isa = PBXFileReference; lastKnownFileType = file; name = en; path = en.lproj/hello.aiff; sourceTree = "<group>"; };
    		4A10000000000000000000E2 /* de */ = {isa = PBXFileReference; lastKnownFileType = file; name = de; path = de.lproj/hello.aiff; sourceTree = "<group>"; };
    		4A1000000000000000000005 /* shared.caf */ = {isa = PBXFileReference; lastKnownFileType = file; name = shared.caf; path = ../Shared/shared.caf; sourceTree = "<group>"; };
    		4A1000000000000000000006 /* push.caf */ = {isa = PBXFileReference; lastKnownFileType = file; path = push.caf; sourceTree = "<group>"; };
    		4A1000000000000000000007 /* tick.caf */ = {isa = PBXFileReference; lastKnownFileType = file; path = tick.caf; sourceTree = "<group>"; };
    		4A1000000000000000000008 /* kit.caf */ = {isa = PBXFileReference; lastKnownFileType = file; path = kit.caf; sourceTree = "<group>"; };
    		4A1000000000000000000009 /* sample.wav */ = {isa = PBXFileReference; lastKnownFileType = audio.wav; path = sample.wav; sourceTree = "<group>"; };
    		4A100000000000000000000A /* Assets.xcassets */ = {isa = PBXFileReference; lastKnownFileType = folder.assetcatalog; path = Assets.xcassets; sourceTree = "<group>"; };
    		4A100000000000000000000B /* AppDelegate.swift */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = AppDelegate.swift; sourceTree = "<group>"; };
    		4A100000000000000000000C /* Kit.framework */ = {isa = PBXFileReference; explicitFileType = wrapper.framework; includeInIndex = 0; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR; };
    /* End PBXFileReference section */

    /* Begin PBXGroup section */
    		4A3000000000000000000001 = {
    			isa = PBXGroup;
    			children = (
    				4A3000000000000000000002 /* Chime */,
    				4A3000000000000000000005 /* PushService */,
    				4A3000000000000000000006 /* Watch */,
    				4A3000000000000000000007 /* Kit */,
    				4A3000000000000000000008 /* ChimeTests */,
    				4A1000000000000000000005 /* shared.caf */,
    			);
    			sourceTree = "<group>";
    		};
    		4A3000000000000000000002 /* Chime */ = {
    			isa = PBXGroup;
    			children = (
    				4A100000000000000000000B /* AppDelegate.swift */,
    				4A3000000000000000000003 /* Resources */,
    				4A3000000000000000000004 /* Not a folder */,
    				4A100000000000000000000A /* Assets.xcassets */,
    			);
    			path = Chime;
    			sourceTree = "<group>";
    		};
    		4A3000000000000000000003 /* Resources */ = {
    			isa = PBXGroup;
    			children = (
    				4A1000000000000000000001 /* ding.caf */,
    				4A1000000000000000000003 /* Loops */,
    				4A1000000000000000000004 /* hello.aiff */,
    			);
    			name = Resources;
    			path = Resources/Sounds;
    			sourceTree = "<group>";
    		};
    		4A3000000000000000000004 /* Not a folder */ = {
    			isa = PBXGroup;
    			children = (
    				4A1000000000000000000002 /* Alert Tone.wav */,
    			);
    			name = "Not a folder";
    			sourceTree = "<group>";
    		};
    		4A3000000000000000000005 /* PushService */ = {
    			isa = PBXGroup;
    			children = (
    				4A1000000000000000000006 /* push.caf */,
    			);
    			path = PushService;
    			sourceTree = "<group>";
    		};
    		4A3000000000000000000006 /* Watch */ = {
    			isa = PBXGroup;
    			children = (
    				4A1000000000000000000007 /* tick.caf */,
    			);
    			path = Watch;
    			sourceTree = "<group>";
    		};
    		4A3000000000000000000007 /* Kit */ = {
    			isa = PBXGroup;
    			children = (
    				4A1000000000000000000008 /* kit.caf */,
    			);
    			path = Kit;
    			sourceTree = "<group>";
    		};
    		4A3000000000000000000008 /* ChimeTests */ = {
    			isa = PBXGroup;
    			children = (
    				4A1000000000000000000009 /* sample.wav */,
    			);
    			path = ChimeTests;
    			sourceTree = "<group>";
    		};
    /* End PBXGroup section */

    /* Begin PBXNativeTarget section */
    		4A4000000000000000000001 /* Chime */ = {
    			isa = PBXNativeTarget;
    			buildConfigurationList = 4A6000000000000000000001 /* Build configuration list for PBXNativeTarget "Chime" */;
    			buildPhases = (
    				4A500000000000000000000F /* Sources */,
    				4A5000000000000000000001 /* Resources */,
    				4A2000000000000000000001 /* Embed Frameworks */,
    				4A2000000000000000000002 /* CopyFiles */,
    			);
    			buildRules = (
    			);
    			dependencies = (
    			);
    			name = Chime;
    			productName = Chime;
    			productType = "com.apple.product-type.application";
    		};
    		4A4000000000000000000002 /* PushService */ = {
    			isa = PBXNativeTarget;
    			buildPhases = (
    				4A5000000000000000000002 /* Resources */,
    			);
    			name = PushService;
    			productType = "com.apple.product-type.app-extension";
    		};
    		4A4000000000000000000003 /* Chime Watch */ = {
    			isa = PBXNativeTarget;
    			buildConfigurationList = 4A6000000000000000000003 /* Build configuration list for PBXNativeTarget "Chime Watch" */;
    			buildPhases = (
    				4A5000000000000000000003 /* Resources */,
    			);
    			name = "Chime Watch";
    			productType = "com.apple.product-type.application";
    		};
    		4A4000000000000000000004 /* Kit */ = {
    			isa = PBXNativeTarget;
    			buildPhases = (
    				4A5000000000000000000004 /* Resources */,
    			);
    			name = Kit;
    			productType = "com.apple.product-type.framework";
    		};
    		4A4000000000000000000005 /* ChimeTests */ = {
    			isa = PBXNativeTarget;
    			buildPhases = (
    				4A5000000000000000000005 /* Resources */,
    			);
    			name = ChimeTests;
    			productType = "com.apple.product-type.bundle.unit-test";
    		};
    /* End PBXNativeTarget section */

    /* Begin PBXProject section */
    		4A7000000000000000000001 /* Project object */ = {
    			isa = PBXProject;
    			attributes = {
    				LastUpgradeCheck = 1320;
    			};
    			compatibilityVersion = "Xcode 13.0";
    			mainGroup = 4A3000000000000000000001;
    			projectDirPath = "";
    			projectRoot = "";
    			targets = (
    				4A4000000000000000000001 /* Chime */,
    				4A4000000000000000000002 /* PushService */,
    				4A4000000000000000000003 /* Chime Watch */,
    				4A4000000000000000000004 /* Kit */,
    				4A4000000000000000000005 /* ChimeTests */,
    			);
    		};
    /* End PBXProject section */

    /* Begin PBXResourcesBuildPhase section */
    		4A5000000000000000000001 /* Resources */ = {
    			isa = PBXResourcesBuildPhase;
    			buildActionMask = 2147483647;
    			files = (
    				4A0000000000000000000001 /* ding.caf in Resources */,
    				4A0000000000000000000002 /* Alert Tone.wav in Resources */,
    				4A0000000000000000000003 /* Loops in Resources */,
    				4A0000000000000000000004 /* hello.aiff in Resources */,
    				4A000000000000000000000A /* Assets.xcassets in Resources */,
    			);
    			runOnlyForDeploymentPostprocessing = 0;
    		};
    		4A5000000000000000000002 /* Resources */ = {
    			isa = PBXResourcesBuildPhase;
    			files = (
    				4A0000000000000000000006 /* push.caf in Resources */,
    			);
    		};
    		4A5000000000000000000003 /* Resources */ = {
    			isa = PBXResourcesBuildPhase;
    			files = (
    				4A0000000000000000000007 /* tick.caf in Resources */,
    			);
    		};
    		4A5000000000000000000004 /* Resources */ = {
    			isa = PBXResourcesBuildPhase;
    			files = (
    				4A0000000000000000000008 /* kit.caf in Resources */,
    			);
    		};
    		4A5000000000000000000005 /* Resources */ = {
    			isa = PBXResourcesBuildPhase;
    			files = (
    				4A0000000000000000000009 /* sample.wav in Resources */,
    			);
    		};
    /* End PBXResourcesBuildPhase section */

    /* Begin PBXSourcesBuildPhase section */
    		4A500000000000000000000F /* Sources */ = {
    			isa = PBXSourcesBuildPhase;
    			files = (
    				4A000000000000000000000B /* AppDelegate.swift in Sources */,
    			);
    		};
    /* End PBXSourcesBuildPhase section */

    /* Begin PBXVariantGroup section */
    		4A1000000000000000000004 /* hello.aiff */ = {
    			isa = PBXVariantGroup;
    			children = (
    				4A10000000000000000000E1 /* en */,
    				4A10000000000000000000E2 /* de */,
    			);
    			name = hello.aiff;
    			sourceTree = "<group>";
    		};
    /* End PBXVariantGroup section */

    /* Begin XCBuildConfiguration section */
    		4A8000000000000000000001 /* Release */ = {
    			isa = XCBuildConfiguration;
    			buildSettings = {
    				SDKROOT = iphoneos;
    				LD_RUNPATH_SEARCH_PATHS = (
    					"$(inherited)",
    					"@executable_path/Frameworks",
    				);
    			};
    			name = Release;
    		};
    		4A8000000000000000000003 /* Release */ = {
    			isa = XCBuildConfiguration;
    			buildSettings = {
    				SDKROOT = watchos;
    			};
    			name = Release;
    		};
    /* End XCBuildConfiguration section */

    /* Begin XCConfigurationList section */
    		4A6000000000000000000001 /* Build configuration list for PBXNativeTarget "Chime" */ = {
    			isa = XCConfigurationList;
    			buildConfigurations = (
    				4A8000000000000000000001 /* Release */,
    			);
    		};
    		4A6000000000000000000003 /* Build configuration list for PBXNativeTarget "Chime Watch" */ = {
    			isa = XCConfigurationList;
    			buildConfigurations = (
    				4A8000000000000000000003 /* Release */,
    			);
    		};
    /* End XCConfigurationList section */
    	};
    	rootObject = 4A7000000000000000000001 /* Project object */;
    }

    """

  /// The files that `classic` lists.
  static let classicSounds = [
    "App/Chime/Resources/Sounds/ding.caf", "App/Chime/Media/Alert Tone.wav",
    "App/Chime/Resources/Sounds/Loops/rain.caf", "App/Chime/Resources/Sounds/Loops/deep/wind.caf",
    "App/Chime/Resources/Sounds/en.lproj/hello.aiff",
    "App/Chime/Resources/Sounds/de.lproj/hello.aiff", "Shared/shared.caf",
    "App/PushService/push.caf", "App/Watch/tick.caf", "App/Kit/kit.caf",
    "App/ChimeTests/sample.wav", "App/Chime/Assets.xcassets/beep.dataset/beep.caf",
    // In no target.
    "App/Chime/Resources/Sounds/forgotten.caf",
  ]

  /// Xcode 16's format: folders are members, with exceptions.
  static let synchronized = """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	objectVersion = 77;
    	objects = {
    /* Begin PBXFileSystemSynchronizedBuildFileExceptionSet section */
    		E10000000000000000000001 /* Exceptions for "Bell" folder in "Bell" target */ = {
    			isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    			membershipExceptions = (
    				Info.plist,
    				"Sounds/old draft.caf",
    				Drafts,
    			);
    			target = E40000000000000000000001 /* Bell */;
    		};
    		E10000000000000000000002 /* Exceptions for "Bell" folder in "BellWidget" target */ = {
    			isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    			membershipExceptions = (
    				Sounds/ding.caf,
    			);
    			target = E40000000000000000000002 /* BellWidget */;
    		};
    		E10000000000000000000003 /* Exceptions for "Bell" folder in "Copy Tones" phase from "Bell" target */ = {
    			isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet;
    			buildPhase = E50000000000000000000002 /* Copy Tones */;
    			membershipExceptions = (
    				Sounds/tone.wav,
    			);
    		};
    /* End PBXFileSystemSynchronizedBuildFileExceptionSet section */

    /* Begin PBXFileSystemSynchronizedRootGroup section */
    		E20000000000000000000001 /* Bell */ = {
    			isa = PBXFileSystemSynchronizedRootGroup;
    			exceptions = (
    				E10000000000000000000001 /* Exceptions for "Bell" folder in "Bell" target */,
    				E10000000000000000000002 /* Exceptions for "Bell" folder in "BellWidget" target */,
    				E10000000000000000000003 /* Exceptions for "Bell" folder in "Copy Tones" phase from "Bell" target */,
    			);
    			explicitFileTypes = {
    			};
    			explicitFolders = (
    				Media/Loops,
    			);
    			path = Bell;
    			sourceTree = "<group>";
    		};
    		E20000000000000000000002 /* BellTests */ = {isa = PBXFileSystemSynchronizedRootGroup; explicitFileTypes = {}; explicitFolders = (); path = BellTests; sourceTree = "<group>"; };
    /* End PBXFileSystemSynchronizedRootGroup section */

    /* Begin PBXGroup section */
    		E30000000000000000000001 = {
    			isa = PBXGroup;
    			children = (
    				E20000000000000000000001 /* Bell */,
    				E20000000000000000000002 /* BellTests */,
    			);
    			sourceTree = "<group>";
    		};
    /* End PBXGroup section */

    /* Begin PBXNativeTarget section */
    		E40000000000000000000001 /* Bell */ = {
    			isa = PBXNativeTarget;
    			buildPhases = (
    				E50000000000000000000001 /* Resources */,
    				E50000000000000000000002 /* Copy Tones */,
    			);
    			fileSystemSynchronizedGroups = (
    				E20000000000000000000001 /* Bell */,
    			);
    			name = Bell;
    			productType = "com.apple.product-type.application";
    		};
    		E40000000000000000000002 /* BellWidget */ = {
    			isa = PBXNativeTarget;
    			buildPhases = (
    			);
    			name = BellWidget;
    			productType = "com.apple.product-type.app-extension";
    		};
    		E40000000000000000000003 /* BellTests */ = {
    			isa = PBXNativeTarget;
    			buildPhases = (
    			);
    			fileSystemSynchronizedGroups = (
    				E20000000000000000000002 /* BellTests */,
    			);
    			name = BellTests;
    			productType = "com.apple.product-type.bundle.unit-test";
    		};
    /* End PBXNativeTarget section */

    		E60000000000000000000001 /* Project object */ = {
    			isa = PBXProject;
    			mainGroup = E30000000000000000000001;
    			projectDirPath = "";
    			targets = (
    				E40000000000000000000001 /* Bell */,
    				E40000000000000000000002 /* BellWidget */,
    				E40000000000000000000003 /* BellTests */,
    			);
    		};
    		E50000000000000000000001 /* Resources */ = {
    			isa = PBXResourcesBuildPhase;
    			files = (
    			);
    		};
    		E50000000000000000000002 /* Copy Tones */ = {
    			isa = PBXCopyFilesBuildPhase;
    			dstPath = Tones;
    			dstSubfolderSpec = 7;
    			files = (
    			);
    		};
    	};
    	rootObject = E60000000000000000000001 /* Project object */;
    }

    """
}
