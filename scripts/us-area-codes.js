/**
 * The geographic area codes of the fifty states and the District of Columbia in service in 2026, by zone and state.
 * Other codes have no zone: the territories (PR 787 939, VI 340, GU 671, MP 670, AS 684), Canada, the Caribbean,
 * toll-free, premium and non-geographic codes, and codes that are assigned but not yet in service.
 *
 * A code in two zones is listed in the zone where most of its people live; the comments name the other areas.
 */
export const usAreaCodes = {
  'America/New_York': {
    Connecticut: '203 475 860 959',
    Delaware: '302',
    'District of Columbia': '202 771',
    Florida: '239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954',
    Georgia: '229 404 470 478 678 706 762 770 912 943',
    // Central: around Evansville in 812 and 930, Starke County in 574.
    Indiana: '260 317 463 574 765 812 930',
    Kentucky: '502 606 859',
    Maine: '207',
    Maryland: '227 240 301 410 443 667',
    Massachusetts: '339 351 413 508 617 774 781 857 978',
    // Central: the four counties of 906 on the Wisconsin border.
    Michigan: '231 248 269 313 517 586 616 679 734 810 906 947 989',
    'New Hampshire': '603',
    'New Jersey': '201 551 609 640 732 848 856 862 908 973',
    'New York': '212 315 329 332 347 363 465 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934',
    'North Carolina': '252 336 472 704 743 828 910 919 980 984',
    Ohio: '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937',
    Pennsylvania: '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878',
    'Rhode Island': '401',
    'South Carolina': '803 821 839 843 854 864',
    // Central: the Sequatchie Valley in 423 and 729.
    Tennessee: '423 729 865',
    Vermont: '802',
    Virginia: '276 434 540 571 686 703 757 804 826 948',
    'West Virginia': '304 681',
  },
  'America/Chicago': {
    Alabama: '205 251 256 334 483 659 938',
    Arkansas: '327 479 501 870',
    // Eastern: Tallahassee; Pensacola, Fort Walton Beach and Panama City have twice its population.
    Florida: '448 850',
    Illinois: '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872',
    Indiana: '219',
    Iowa: '319 515 563 641 712',
    // Mountain: Sherman and Wallace in 785, Greeley and Hamilton in 620.
    Kansas: '316 620 785 913',
    // Eastern: Elizabethtown; Bowling Green, Owensboro and Paducah are Central.
    Kentucky: '270 364',
    Louisiana: '225 318 337 457 504 985',
    Minnesota: '218 320 507 612 651 763 924 952',
    Mississippi: '228 471 601 662 769',
    Missouri: '235 314 417 557 573 636 660 816 975',
    // Mountain: the Panhandle in 308.
    Nebraska: '308 402 531',
    // Mountain: the south-west of 701.
    'North Dakota': '701',
    Oklahoma: '405 539 572 580 918',
    // Mountain: the west of 605.
    'South Dakota': '605',
    Tennessee: '615 629 731 901 931',
    Texas:
      '210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979',
    Wisconsin: '262 274 353 414 534 608 715 920',
  },
  'America/Denver': {
    Arizona: '480 520 602 623 928',
    Colorado: '303 719 720 748 970 983',
    // Pacific: the Panhandle, Coeur d'Alene and Lewiston.
    Idaho: '208 986',
    Montana: '406',
    'New Mexico': '505 575',
    Texas: '915',
    Utah: '385 435 801',
    Wyoming: '307',
  },
  'America/Los_Angeles': {
    California:
      '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 ' +
      '760 805 818 820 831 837 840 858 909 916 925 949 951',
    // Mountain: West Wendover in 775.
    Nevada: '702 725 775',
    // Mountain: most of Malheur County in 458 and 541.
    Oregon: '458 503 541 971',
    Washington: '206 253 360 425 509 564',
  },
  // Hawaii-Aleutian: the west of the Aleutian Islands.
  'America/Anchorage': { Alaska: '907' },
  'Pacific/Honolulu': { Hawaii: '808' },
}
