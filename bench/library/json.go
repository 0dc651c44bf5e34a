// json file form op n: reads a JSON text from standard input, and unmarshals or marshals it n times, as `any`
// or as the structs of the file's kind: twitter, citm or canada. Prints the length and a checksum of what the
// value marshals to in the end. Check: equal to compiled Go.
package main

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
)

// Target makes an empty value to unmarshal into.
func target(file, form string) any {
	if form == "any" {
		return new(any)
	}
	switch file {
	case "twitter":
		return new(Twitter)
	case "citm":
		return new(Catalog)
	}
	return new(Canada)
}

func main() {
	file, form, op := os.Args[1], os.Args[2], os.Args[3]
	n, _ := strconv.Atoi(os.Args[4])
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	value := target(file, form)
	if err := json.Unmarshal(text, value); err != nil {
		panic(err)
	}
	for range n {
		if op == "unmarshal" {
			value = target(file, form)
			err = json.Unmarshal(text, value)
		} else {
			_, err = json.Marshal(value)
		}
		if err != nil {
			panic(err)
		}
	}
	out, err := json.Marshal(value)
	fmt.Println(len(out), crc32.ChecksumIEEE(out), err)
}

type Canada struct {
	Type     string `json:"type"`
	Features []struct {
		Type       string `json:"type"`
		Properties struct {
			Name string `json:"name"`
		} `json:"properties"`
		Geometry struct {
			Type        string         `json:"type"`
			Coordinates [][][2]float64 `json:"coordinates"`
		} `json:"geometry"`
	} `json:"features"`
}

type Catalog struct {
	AreaNames                map[string]string `json:"areaNames"`
	AudienceSubCategoryNames map[string]string `json:"audienceSubCategoryNames"`
	BlockNames               map[string]string `json:"blockNames"`
	Events                   map[string]Event  `json:"events"`
	Performances             []Performance     `json:"performances"`
	SeatCategoryNames        map[string]string `json:"seatCategoryNames"`
	SubTopicNames            map[string]string `json:"subTopicNames"`
	SubjectNames             map[string]string `json:"subjectNames"`
	TopicNames               map[string]string `json:"topicNames"`
	TopicSubTopics           map[string][]int  `json:"topicSubTopics"`
	VenueNames               map[string]string `json:"venueNames"`
}

type Event struct {
	Description *string `json:"description"`
	ID          int     `json:"id"`
	Logo        *string `json:"logo"`
	Name        string  `json:"name"`
	SubTopicIDs []int   `json:"subTopicIds"`
	SubjectCode *string `json:"subjectCode"`
	Subtitle    *string `json:"subtitle"`
	TopicIDs    []int   `json:"topicIds"`
}

type Performance struct {
	EventID        int            `json:"eventId"`
	ID             int            `json:"id"`
	Logo           *string        `json:"logo"`
	Name           *string        `json:"name"`
	Prices         []Price        `json:"prices"`
	SeatCategories []SeatCategory `json:"seatCategories"`
	SeatMapImage   *string        `json:"seatMapImage"`
	Start          int64          `json:"start"`
	VenueCode      string         `json:"venueCode"`
}

type Price struct {
	Amount                int `json:"amount"`
	AudienceSubCategoryID int `json:"audienceSubCategoryId"`
	SeatCategoryID        int `json:"seatCategoryId"`
}

type SeatCategory struct {
	Areas []struct {
		AreaID   int   `json:"areaId"`
		BlockIDs []int `json:"blockIds"`
	} `json:"areas"`
	SeatCategoryID int `json:"seatCategoryId"`
}

type Twitter struct {
	Statuses       []Status `json:"statuses"`
	SearchMetadata struct {
		CompletedIn float64 `json:"completed_in"`
		MaxID       int64   `json:"max_id"`
		MaxIDStr    string  `json:"max_id_str"`
		NextResults string  `json:"next_results"`
		Query       string  `json:"query"`
		RefreshURL  string  `json:"refresh_url"`
		Count       int     `json:"count"`
		SinceID     int     `json:"since_id"`
		SinceIDStr  string  `json:"since_id_str"`
	} `json:"search_metadata"`
}

type Status struct {
	Metadata struct {
		ResultType      string `json:"result_type"`
		ISOLanguageCode string `json:"iso_language_code"`
	} `json:"metadata"`
	CreatedAt            string   `json:"created_at"`
	ID                   int64    `json:"id"`
	IDStr                string   `json:"id_str"`
	Text                 string   `json:"text"`
	Source               string   `json:"source"`
	Truncated            bool     `json:"truncated"`
	InReplyToStatusID    *int64   `json:"in_reply_to_status_id"`
	InReplyToStatusIDStr *string  `json:"in_reply_to_status_id_str"`
	InReplyToUserID      *int64   `json:"in_reply_to_user_id"`
	InReplyToUserIDStr   *string  `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string  `json:"in_reply_to_screen_name"`
	User                 User     `json:"user"`
	Geo                  any      `json:"geo"`
	Coordinates          any      `json:"coordinates"`
	Place                any      `json:"place"`
	Contributors         any      `json:"contributors"`
	RetweetedStatus      *Status  `json:"retweeted_status,omitempty"`
	RetweetCount         int      `json:"retweet_count"`
	FavoriteCount        int      `json:"favorite_count"`
	Entities             Entities `json:"entities"`
	Favorited            bool     `json:"favorited"`
	Retweeted            bool     `json:"retweeted"`
	PossiblySensitive    bool     `json:"possibly_sensitive"`
	Lang                 string   `json:"lang"`
}

type Entities struct {
	Hashtags     []Hashtag `json:"hashtags"`
	Symbols      []string  `json:"symbols"`
	URLs         []URL     `json:"urls"`
	UserMentions []Mention `json:"user_mentions"`
	Media        []Media   `json:"media,omitempty"`
}

type Hashtag struct {
	Text    string `json:"text"`
	Indices []int  `json:"indices"`
}

type URL struct {
	URL         string `json:"url"`
	ExpandedURL string `json:"expanded_url"`
	DisplayURL  string `json:"display_url"`
	Indices     []int  `json:"indices"`
}

type Mention struct {
	ScreenName string `json:"screen_name"`
	Name       string `json:"name"`
	ID         int64  `json:"id"`
	IDStr      string `json:"id_str"`
	Indices    []int  `json:"indices"`
}

type Media struct {
	URL
	ID             int64           `json:"id"`
	IDStr          string          `json:"id_str"`
	MediaURL       string          `json:"media_url"`
	MediaURLHTTPS  string          `json:"media_url_https"`
	Type           string          `json:"type"`
	Sizes          map[string]Size `json:"sizes"`
	SourceStatusID int64           `json:"source_status_id"`
}

type Size struct {
	W      int    `json:"w"`
	H      int    `json:"h"`
	Resize string `json:"resize"`
}

type User struct {
	ID                        int64   `json:"id"`
	IDStr                     string  `json:"id_str"`
	Name                      string  `json:"name"`
	ScreenName                string  `json:"screen_name"`
	Location                  string  `json:"location"`
	Description               string  `json:"description"`
	URL                       *string `json:"url"`
	Protected                 bool    `json:"protected"`
	FollowersCount            int     `json:"followers_count"`
	FriendsCount              int     `json:"friends_count"`
	ListedCount               int     `json:"listed_count"`
	CreatedAt                 string  `json:"created_at"`
	FavouritesCount           int     `json:"favourites_count"`
	UTCOffset                 *int    `json:"utc_offset"`
	TimeZone                  *string `json:"time_zone"`
	GeoEnabled                bool    `json:"geo_enabled"`
	Verified                  bool    `json:"verified"`
	StatusesCount             int     `json:"statuses_count"`
	Lang                      string  `json:"lang"`
	ContributorsEnabled       bool    `json:"contributors_enabled"`
	IsTranslator              bool    `json:"is_translator"`
	IsTranslationEnabled      bool    `json:"is_translation_enabled"`
	ProfileBackgroundColor    string  `json:"profile_background_color"`
	ProfileBackgroundImageURL string  `json:"profile_background_image_url"`
	ProfileBackgroundTile     bool    `json:"profile_background_tile"`
	ProfileImageURL           string  `json:"profile_image_url"`
	ProfileImageURLHTTPS      string  `json:"profile_image_url_https"`
	ProfileBannerURL          string  `json:"profile_banner_url"`
	ProfileLinkColor          string  `json:"profile_link_color"`
	ProfileSidebarBorderColor string  `json:"profile_sidebar_border_color"`
	ProfileSidebarFillColor   string  `json:"profile_sidebar_fill_color"`
	ProfileTextColor          string  `json:"profile_text_color"`
	ProfileUseBackgroundImage bool    `json:"profile_use_background_image"`
	DefaultProfile            bool    `json:"default_profile"`
	DefaultProfileImage       bool    `json:"default_profile_image"`
	Following                 bool    `json:"following"`
	FollowRequestSent         bool    `json:"follow_request_sent"`
	Notifications             bool    `json:"notifications"`
}
